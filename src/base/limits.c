// SPDX-License-Identifier: Apache-2.0
// The clocks, and the tests of limits against them. Deterministic runs count
// work instead of time: each look at the clock is one tick.
#include "base/limits.h"

#include <assert.h>
#include <float.h>
#include <stdint.h>
#include <time.h>

#include "base/mem.h"
#include "base/unreachable.h"

static double read_clock(clockid_t clock) {
  struct timespec t;
  int failed = clock_gettime(clock, &t);
  assert(!failed);
  (void)failed;
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// A look at the clock counts as much work as a solver does between two: about
// 15 microseconds.
#define TICK 0x1p-16

static bool is_counting;
static uint64_t ticks;
static double added; // work that is less than a tick

double clock_wall(void) { return read_clock(CLOCK_MONOTONIC); }

double clock_now(void) {
  return is_counting ? (double)++ticks * TICK : clock_wall();
}

void clock_count_work(bool is_so) { is_counting = is_so; }

bool clock_counts_work(void) { return is_counting; }

void clock_add_work(double seconds) {
  assert(seconds >= 0);
  if (!is_counting)
    return;
  added += seconds;
  uint64_t whole = (uint64_t)(added / TICK);
  ticks += whole;
  added -= (double)whole * TICK;
}

static double cpu_before; // of processes that this one goes on from

double clock_cpu(void) {
  return cpu_before + read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void clock_cpu_go_on_from(double seconds) {
  assert(seconds >= 0);
  cpu_before = seconds - read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

// The clocks, which are read at most once, and only if they matter.
typedef struct {
  double now, cpu; // 0: not read
} moment;

static bool is_past(double end, double *now, double (*clock)(void)) {
  if (end <= 0)
    return false;
  if (*now <= 0)
    *now = clock();
  return *now >= end;
}

static limit_kind stop_of(const limits *l, moment *m) {
  if (l->interrupt && *l->interrupt)
    return LIMIT_INTERRUPT;
  if (l->memory && mem_live() > l->memory)
    return LIMIT_MEMORY;
  bool is_late = is_past(l->cpu, &m->cpu, clock_cpu) ||
                 (l->wall > 0 && clock_wall() >= l->wall);
  return is_late ? LIMIT_TIME : LIMIT_NONE;
}

limit_kind limits_stop_now(const limits *l) {
  limit_kind kind = LIMIT_NONE;
  moment m = {0};
  for (; l && kind == LIMIT_NONE; l = l->outer)
    kind = stop_of(l, &m);
  return kind;
}

limit_kind limits_stop(const limits *l) {
  moment m = {0};
  for (; l; l = l->outer) {
    limit_kind kind = stop_of(l, &m);
    if (kind == LIMIT_NONE && is_past(l->deadline, &m.now, clock_now))
      kind = LIMIT_TIME;
    if (kind != LIMIT_NONE)
      return kind;
  }
  return LIMIT_NONE;
}

static double least(double a, double b) { return a < b ? a : b; }

// Seconds of the clock that are left.
static double wall_left(const limits *l) {
  double nearest = DBL_MAX;
  for (; l; l = l->outer)
    if (l->deadline > 0)
      nearest = least(nearest, l->deadline);
  return nearest < DBL_MAX ? nearest - clock_now() : DBL_MAX;
}

// Seconds of CPU time that are left. Where work is counted they only end a run:
// nothing else depends on them.
static double cpu_left(const limits *l) {
  double nearest = DBL_MAX;
  for (; l && !is_counting; l = l->outer)
    if (l->cpu > 0)
      nearest = least(nearest, l->cpu);
  return nearest < DBL_MAX ? nearest - clock_cpu() : DBL_MAX;
}

double limits_left(const limits *l) {
  double left = least(wall_left(l), cpu_left(l));
  return left > 0 ? left : 0;
}

limits limits_within(const limits *outer, double seconds) {
  assert(seconds >= 0);
  if (cpu_left(outer) < wall_left(outer))
    return limits_of_work(outer, seconds, LIMITS_SLOWEST * seconds);
  limits l = {.outer = outer};
  l.deadline = clock_now() + seconds;
  return l;
}

limits limits_of_work(const limits *outer, double seconds, double most) {
  assert(seconds >= 0 && most >= seconds);
  limits l = {.outer = outer};
  l.deadline = clock_now() + (is_counting ? seconds : most);
  if (!is_counting)
    l.cpu = clock_cpu() + seconds;
  return l;
}

const char *limit_name(limit_kind kind) {
  switch (kind) {
  case LIMIT_NONE:
    return "no limit";
  case LIMIT_TIME:
    return "time limit";
  case LIMIT_MEMORY:
    return "memory limit";
  case LIMIT_INTERRUPT:
    return "interrupted";
  }
  UNREACHABLE();
}
