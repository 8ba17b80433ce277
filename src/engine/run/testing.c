// SPDX-License-Identifier: Apache-2.0
// Three phases: one run with all inputs zero, then runs with random inputs,
// then the end. A first run that reads no input is the only one. A run whose
// portion of the time is used up goes on with the next portion.
#include "engine/run/testing.h"

#include <assert.h>

#include "base/mem.h"
#include "base/unreachable.h"
#include "program/draw.h"
#include "program/run.h"

enum {
  MOST_INPUTS = 1 << 20, // a run that asked for more is given up
  RANDOM_STEPS = 1 << 16 // that most runs with random inputs may take
};

// Shares of the time: see testing_share.
#define SHARE_ALONE 0.9
#define SHARE_LONG 0.5
#define SHARE_RANDOM 0.25

// One run with default inputs, then many with random ones. Where the first one
// asks for none it is the only one.
typedef enum { PHASE_FIRST, PHASE_RANDOM, PHASE_OVER } phase;

struct testing {
  const engine_task *task;
  run_hooks hooks;
  runner *runner;
  phase phase;
  draws draws;
  uint64_t run;            // number of this run; the first one is 0
  VEC(trace_input) inputs; // of this run, MOST_INPUTS of them at most
  arena *mem;              // large values of this run
};

static value input_value(void *data, loc at, term input) {
  testing *t = data;
  (void)at;
  const terms *tt = program_terms(t->task->original);
  sort s = term_sort(tt, input);
  value v = t->phase == PHASE_RANDOM ? draws_input(&t->draws, input, t->mem)
                                     : sort_default_value(tt, t->mem, s);
  if (t->inputs.len < MOST_INPUTS)
    vec_push(&t->inputs, ((trace_input){input, v}));
  return v;
}

testing *testing_new(const engine_task *task) {
  testing *t = mem_alloc(sizeof *t);
  t->task = task;
  draws_init(&t->draws, task->original, (uint64_t)task->env->options->seed);
  t->mem = arena_new();
  t->hooks = (run_hooks){.input = input_value, .data = t, .blind = RUN_BLIND};
  t->runner = runner_new(task->original, &t->hooks);
  return t;
}

void testing_free(testing *t) {
  if (t == NULL)
    return;
  runner_free(t->runner);
  draws_clear(&t->draws);
  vec_free(&t->inputs);
  arena_free(t->mem);
  mem_free(t);
}

// A run that has not asked for anything may be the only one that there is:
// executing it is the shortest way. With random inputs patience pays less.
double testing_share(const testing *t) {
  switch (t->phase) {
  case PHASE_FIRST:
    return t->inputs.len == 0 ? SHARE_ALONE : SHARE_LONG;
  case PHASE_RANDOM:
    return SHARE_RANDOM;
  case PHASE_OVER:
    return 0;
  }
  UNREACHABLE();
}

bool testing_is_over(const testing *t) { return t->phase == PHASE_OVER; }

static void next_run(testing *t) {
  bool was_only = t->phase == PHASE_FIRST && t->inputs.len == 0;
  t->phase = was_only ? PHASE_OVER : PHASE_RANDOM;
  t->run++;
  draws_start_run(&t->draws);
  vec_clear(&t->inputs);
  arena_reset(t->mem);
  runner_restart(t->runner);
}

static bool is_error(const testing *t, run_outcome o) {
  return o.end == RUN_SINK && t->inputs.len < MOST_INPUTS &&
         program_kind(t->task->original, o.at) == LOC_ERROR;
}

static void record(const testing *t, uint64_t steps, result *r) {
  r->verdict = VERDICT_FALSE;
  r->trace.steps = steps;
  for (uint32_t i = 0; i < t->inputs.len; i++) {
    trace_input kept = t->inputs.data[i];
    kept.value = value_copy(r->mem, kept.value);
    vec_push(&r->trace.inputs, kept);
  }
}

// How long is long enough nobody knows: of the runs with random inputs, half
// may take RANDOM_STEPS, a quarter twice as many, and so on, so that runs of
// each length get the same time.
static uint64_t step_budget(const testing *t) {
  if (t->phase != PHASE_RANDOM)
    return UINT64_MAX;
  assert(t->run > 0);
  uint64_t lowest_bit = t->run & (0 - t->run);
  return lowest_bit * RANDOM_STEPS;
}

// The seconds were given for what the phase is worth: the next one asks anew.
bool testing_continue(testing *t, double seconds, result *r) {
  limits share = limits_within(&t->task->env->limits, seconds);
  phase begun = t->phase;
  while (t->phase == begun && begun != PHASE_OVER &&
         limits_stop(&share) == LIMIT_NONE) {
    uint64_t budget = step_budget(t);
    run_outcome o = runner_continue(t->runner, budget, &share);
    if (is_error(t, o)) {
      record(t, o.steps, r);
      return true;
    }
    bool is_cut_short = o.end == RUN_STOPPED && o.steps < budget;
    if (!is_cut_short || t->inputs.len >= MOST_INPUTS)
      next_run(t);
  }
  return false;
}
