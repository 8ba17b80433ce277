// SPDX-License-Identifier: Apache-2.0
// Z3 under our limits.
//
// Z3 has a timeout of its own, but no way to see our interrupt flag. So while
// it works, a thread polls limits_stop and calls Z3_interrupt, again and again
// until the work is over, since an interrupt that comes too early is lost.
#include "smt/backend_z3.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

void z3_ignore_error(Z3_context ctx, Z3_error_code code) {
  (void)ctx, (void)code;
}

enum { POLL_NANOSECONDS = 5000000 };
// Of Z3's resources, about.
#define UNITS_PER_SECOND 2e6

typedef struct {
  Z3_context ctx;
  const limits *limits;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool is_over;
} watcher;

static void wait_a_little(watcher *w) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += POLL_NANOSECONDS;
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    until.tv_sec++;
  }
  pthread_cond_timedwait(&w->changed, &w->lock, &until);
}

static void *watch(void *data) {
  watcher *w = data;
  pthread_mutex_lock(&w->lock);
  while (!w->is_over) {
    wait_a_little(w);
    // Under the lock: never after the work is over.
    // Where work is counted, this is no work: Z3 counts its own.
    if (!w->is_over && (clock_counts_work() ? limits_stop_now(w->limits)
                                            : limits_stop(w->limits)))
      Z3_interrupt(w->ctx);
  }
  pthread_mutex_unlock(&w->lock);
  return NULL;
}

static bool has_limits(const limits *l) {
  for (; l; l = l->outer)
    if (l->deadline != 0 || l->cpu > 0 || l->wall > 0 || l->memory != 0 ||
        l->interrupt)
      return true;
  return false;
}

uint32_t z3_units_left(const limits *l) {
  double left = limits_left(l);
  if (!clock_counts_work() || left > UINT32_MAX / UNITS_PER_SECOND)
    return 0;
  return (uint32_t)(left * UNITS_PER_SECOND) + 1;
}

void z3_charge(Z3_context ctx, Z3_stats s, uint64_t *charged) {
  Z3_stats_inc_ref(ctx, s);
  uint64_t units = *charged;
  for (unsigned i = 0; i < Z3_stats_size(ctx, s); i++)
    if (strcmp(Z3_stats_get_key(ctx, s, i), "rlimit count") == 0 &&
        Z3_stats_is_uint(ctx, s, i))
      units = Z3_stats_get_uint_value(ctx, s, i);
  Z3_stats_dec_ref(ctx, s);
  if (units > *charged)
    clock_add_work((double)(units - *charged) / UNITS_PER_SECOND);
  *charged = units;
}

Z3_lbool z3_run_watched(Z3_context ctx, const limits *l,
                        Z3_lbool (*work)(void *data), void *data) {
  watcher w = {.ctx = ctx,
               .limits = l,
               .lock = PTHREAD_MUTEX_INITIALIZER,
               .changed = PTHREAD_COND_INITIALIZER};
  pthread_t thread;
  bool watched = has_limits(l) && pthread_create(&thread, NULL, watch, &w) == 0;
  Z3_lbool answer = work(data);
  if (watched) {
    pthread_mutex_lock(&w.lock);
    w.is_over = true;
    pthread_cond_signal(&w.changed);
    pthread_mutex_unlock(&w.lock);
    pthread_join(thread, NULL);
  }
  pthread_cond_destroy(&w.changed);
  pthread_mutex_destroy(&w.lock);
  return answer;
}
