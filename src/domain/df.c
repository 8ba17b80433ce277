// SPDX-License-Identifier: Apache-2.0
// The thread of DF and its publications.
//
// A publication is a term table of its own, written before it is published and
// never changed after, so one pointer under a mutex is all that two threads
// share. Readers copy from it under the mutex: a copy is short, and publishing
// is rare.
#include "domain/df.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/mem.h"
#include "domain/refinement.h"
#include "term/subst.h"

// How often a waiting thread looks at its own limits.
#define WAIT_PORTION 0.02
#define WAIT_LONG 1e7 // seconds: forever, and still a time
// Of work, where all rounds are done at once.
#define ALL_NOW_SECONDS 1.0

typedef struct {
  terms *tt;
  term *at; // by location
  uint64_t round;
} publication;

struct df {
  const env *env;
  limits limits; // of the thread
  refinement *refinement;
  pthread_t thread;
  bool has_thread;
  atomic_bool is_stopping;
  _Atomic uint64_t published;
  pthread_mutex_t mutex; // of what follows
  pthread_cond_t changed;
  publication newest;
  bool is_finished;
  double seconds; // that it worked
};

static bool is_over(void *data) {
  df *d = data;
  return atomic_load_explicit(&d->is_stopping, memory_order_relaxed) ||
         limits_stop(&d->limits) != LIMIT_NONE;
}

// --- publishing (in the thread) ---------------------------------------------

static void forge(const df *d, publication *p, uint32_t locations) {
  const struct df_forgery *f = d->env->forgery;
  for (uint32_t i = 1; i <= locations && f != NULL; i++)
    p->at[i] = f->forge(f->data, p->tt, (loc){i}, p->at[i]);
}

static void publish(df *d) {
  uint32_t locations = refinement_locations(d->refinement);
  publication fresh = {0};
  fresh.at = mem_alloc(sizeof *fresh.at * (locations + 1));
  fresh.tt = refinement_invariants(d->refinement, fresh.at);
  forge(d, &fresh, locations);
  pthread_mutex_lock(&d->mutex);
  publication old = d->newest;
  fresh.round = old.round + 1;
  d->newest = fresh;
  atomic_store(&d->published, fresh.round);
  pthread_cond_broadcast(&d->changed);
  pthread_mutex_unlock(&d->mutex);
  mem_free(old.at);
  if (old.tt != NULL)
    terms_free(old.tt);
}

static void *work(void *data) {
  df *d = data;
  double start = timer_start(), spent = 0;
  round_end end;
  do {
    end = refinement_round(d->refinement);
    if (end != ROUND_STOPPED)
      publish(d);
  } while (end == ROUND_DONE);
  timer_stop(&spent, start);
  pthread_mutex_lock(&d->mutex);
  d->is_finished = true;
  d->seconds = spent;
  pthread_cond_broadcast(&d->changed);
  pthread_mutex_unlock(&d->mutex);
  return NULL;
}

// --- starting and stopping --------------------------------------------------

static void init_sync(df *d) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&d->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  pthread_mutex_init(&d->mutex, NULL);
}

df *df_start(const env *e, const program *p) {
  assert(program_entry(p).id != 0);
  df *d = mem_alloc(sizeof *d);
  d->env = e;
  d->limits = (limits){.outer = &e->limits};
  if (e->options->df_time > 0)
    d->limits = limits_within(&e->limits, e->options->df_time);
  else if (clock_counts_work())
    d->limits = limits_within(&e->limits, ALL_NOW_SECONDS);
  d->refinement = refinement_new(p, (patience){is_over, d});
  init_sync(d);
  if (clock_counts_work() || pthread_create(&d->thread, NULL, work, d) != 0)
    work(d); // no threads: all rounds now
  else
    d->has_thread = true;
  return d;
}

void df_stop(df *d) {
  if (d == NULL)
    return;
  atomic_store(&d->is_stopping, true);
  if (d->has_thread)
    pthread_join(d->thread, NULL);
  stats *s = d->env->stats;
  s->df_rounds += d->newest.round;
  s->df_blocks += refinement_steps(d->refinement);
  s->time_df += d->seconds;
  if (d->newest.tt != NULL)
    terms_free(d->newest.tt);
  mem_free(d->newest.at);
  refinement_free(d->refinement);
  pthread_cond_destroy(&d->changed);
  pthread_mutex_destroy(&d->mutex);
  mem_free(d);
}

// --- reading ----------------------------------------------------------------

uint64_t df_published(df *d) { return atomic_load(&d->published); }

bool df_has_finished(df *d) {
  pthread_mutex_lock(&d->mutex);
  bool is_finished = d->is_finished;
  pthread_mutex_unlock(&d->mutex);
  return is_finished;
}

static void copy_publication(const publication *p, terms *t, uint32_t locations,
                             term *out) {
  term_copier *c = term_copier_new(p->tt, t);
  for (uint32_t i = 1; i <= locations; i++)
    out[i] = term_copier_copy(c, p->at[i]);
  term_copier_free(c);
}

uint64_t df_read(df *d, terms *t, term *out) {
  assert(out != NULL);
  uint32_t locations = refinement_locations(d->refinement);
  pthread_mutex_lock(&d->mutex);
  uint64_t round = d->newest.round;
  if (round > 0)
    copy_publication(&d->newest, t, locations, out);
  pthread_mutex_unlock(&d->mutex);
  for (uint32_t i = 1; i <= locations && round == 0; i++)
    out[i] = term_true(t);
  return round;
}

// --- waiting ----------------------------------------------------------------

static struct timespec time_at(double when) {
  struct timespec t = {.tv_sec = (time_t)when};
  t.tv_nsec = (long)((when - (double)t.tv_sec) * 1e9);
  return t;
}

void df_wait(df *d, double seconds, uint64_t rounds) {
  assert(seconds >= 0);
  double end = clock_now() + seconds;
  pthread_mutex_lock(&d->mutex);
  while (!d->is_finished && d->newest.round < rounds) {
    double now = clock_now(), next = now + WAIT_PORTION;
    if (now >= end || limits_stop(&d->env->limits) != LIMIT_NONE)
      break;
    struct timespec t = time_at(next < end ? next : end);
    pthread_cond_timedwait(&d->changed, &d->mutex, &t);
  }
  pthread_mutex_unlock(&d->mutex);
}

// On small programs all rounds take some milliseconds. An engine that does not
// wait for them begins with nothing, and begins again once they are there.
void df_head_start(df *d) {
  const options *o = d->env->options;
  uint64_t rounds = (uint64_t)o->df_wait_rounds;
  double seconds = rounds > 0 ? limits_left(&d->env->limits) : o->df_wait;
  df_wait(d, seconds < WAIT_LONG ? seconds : WAIT_LONG,
          rounds > 0 ? rounds : UINT64_MAX);
}
