// SPDX-License-Identifier: Apache-2.0
// Three phases: one run with all inputs zero, then runs with inputs that are
// drawn or made from those of earlier runs (engine/run/corpus.h), then the end.
// A first run that reads no input is the only one. A run whose portion of the
// time is used up goes on with the next portion.
#include "engine/run/testing.h"

#include <assert.h>

#include "base/mem.h"
#include "base/unreachable.h"
#include "engine/run/corpus.h"
#include "program/coverage.h"
#include "program/draw.h"
#include "program/run.h"

enum {
  MOST_INPUTS = 1 << 20,  // a run that asked for more is given up
  MOST_ZEROS = 1 << 14,   // so is the first one, which learns nothing from them
  RANDOM_STEPS = 1 << 12, // that most runs with random inputs may take
  FURTHER_STEPS = 1 << 9  // that a run may take behind what is known to be new
};

// Shares of the time: see testing_share.
#define SHARE_ALONE 0.9
#define SHARE_LONG 0.5
#define SHARE_NEW 0.4
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
  corpus corpus;
  coverage coverage;
  wanted *wanted;
  uint64_t run;            // number of this run; the first one is 0
  uint64_t steps;          // that this run may take
  uint64_t new_run;        // number of the last one that was new
  VEC(trace_input) inputs; // of this run, MOST_INPUTS of them at most
  arena *mem;              // large values of this run
};

static value choose_value(testing *t, term input) {
  const terms *tt = program_terms(t->task->original);
  uint64_t bits;
  if (t->phase == PHASE_FIRST)
    return sort_default_value(tt, t->mem, term_sort(tt, input));
  if (draws_is_word(&t->draws, input) && corpus_plans(&t->corpus, input, &bits))
    return draws_value_of(&t->draws, input, bits);
  return draws_input(&t->draws, input, t->mem);
}

static value input_value(void *data, loc at, term input) {
  testing *t = data;
  (void)at;
  value v = choose_value(t, input);
  if (draws_is_word(&t->draws, input) && !v.is_big)
    t->coverage.now = corpus_gave(&t->corpus, input, v.bits);
  if (t->inputs.len < MOST_INPUTS)
    vec_push(&t->inputs, ((trace_input){input, v}));
  return v;
}

testing *testing_new(const engine_task *task) {
  testing *t = mem_alloc(sizeof *t);
  t->task = task;
  draws_init(&t->draws, task->original, (uint64_t)task->env->options->seed);
  t->draws.likes_text = true;
  corpus_init(&t->corpus, &t->draws);
  t->wanted = wanted_new(task->original, &t->draws);
  coverage_init(&t->coverage, task->original);
  t->mem = arena_new();
  t->hooks = (run_hooks){.input = input_value,
                         .data = t,
                         .blind = RUN_BLIND,
                         .counted = &t->coverage};
  t->runner = runner_new(task->original, &t->hooks);
  t->steps = UINT64_MAX;
  return t;
}

void testing_free(testing *t) {
  if (t == NULL)
    return;
  runner_free(t->runner);
  wanted_free(t->wanted);
  corpus_clear(&t->corpus);
  coverage_clear(&t->coverage);
  draws_clear(&t->draws);
  vec_free(&t->inputs);
  arena_free(t->mem);
  mem_free(t);
}

// A run that has not asked for anything may be the only one that there is:
// executing it is the shortest way. With random inputs patience pays less, and
// least when for half of all runs none has been new.
double testing_share(const testing *t) {
  switch (t->phase) {
  case PHASE_FIRST:
    return t->inputs.len == 0 ? SHARE_ALONE : SHARE_LONG;
  case PHASE_RANDOM:
    return t->run / 2 > t->new_run ? SHARE_RANDOM : SHARE_NEW;
  case PHASE_OVER:
    return 0;
  }
  UNREACHABLE();
}

bool testing_is_over(const testing *t) { return t->phase == PHASE_OVER; }

// The run of so many steps was new: its inputs up to there are tried again,
// with what it asked for.
static void learn(testing *t, uint64_t steps) {
  const coverage *c = &t->coverage;
  kept_inputs *k = corpus_keep(&t->corpus, c->when);
  t->new_run = t->run;
  if (k == NULL)
    return;
  k->steps = c->now == 0 ? steps : steps / c->now * c->when;
  wanted_find(t->wanted, k->values, k->count, &t->task->env->limits,
              &k->wishes);
}

// How long is long enough nobody knows: of the runs with random inputs, half
// may take RANDOM_STEPS, a quarter twice as many, and so on, so that runs of
// each length get the same time. A run that is made from another one is to go
// a little further than that.
static uint64_t choose_steps(const testing *t, const kept_inputs *from) {
  assert(t->run > 0);
  uint64_t lowest_bit = t->run & (0 - t->run);
  return from == NULL ? lowest_bit * RANDOM_STEPS
                      : 2 * from->steps + FURTHER_STEPS;
}

static void next_run(testing *t, uint64_t steps) {
  bool was_only = t->phase == PHASE_FIRST && t->inputs.len == 0;
  if (t->coverage.is_new)
    learn(t, steps);
  coverage_start_run(&t->coverage);
  t->phase = was_only ? PHASE_OVER : PHASE_RANDOM;
  t->run++;
  draws_start_run(&t->draws);
  t->steps = choose_steps(t, corpus_start_run(&t->corpus));
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

static uint32_t most_inputs(const testing *t) {
  return t->phase == PHASE_FIRST ? MOST_ZEROS : MOST_INPUTS;
}

// The seconds were given for what the phase is worth: the next one asks anew.
bool testing_continue(testing *t, double seconds, result *r) {
  limits share = limits_within(&t->task->env->limits, seconds);
  phase begun = t->phase;
  while (t->phase == begun && begun != PHASE_OVER &&
         limits_stop(&share) == LIMIT_NONE) {
    run_outcome o = runner_continue(t->runner, t->steps, &share);
    if (is_error(t, o)) {
      record(t, o.steps, r);
      return true;
    }
    bool is_cut_short = o.end == RUN_STOPPED && o.steps < t->steps;
    if (!is_cut_short || t->inputs.len >= most_inputs(t))
      next_run(t, o.steps);
  }
  return false;
}
