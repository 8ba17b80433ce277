// SPDX-License-Identifier: Apache-2.0
// The interpreter asks for each input; the guide answers with the model's value
// for that input in the current frame, and with the last value of the same
// input where the model says nothing.
#include "engine/run/guided.h"

#include <assert.h>

#include "base/mem.h"

static bool is_default(const guide *g, value v, sort s) {
  terms *tt = program_terms(g->task->original);
  return value_equal(v, sort_default_value(tt, g->values, s));
}

// Only what differs from the default is worth telling.
static value initial_value(void *data, var v) {
  guide *g = data;
  value none = {.kind = VALUE_NONE};
  if (g->model == NULL)
    return none;
  term symbol = program_variable_term(g->task->original, v);
  value found = solver_value(g->model, symbol, g->values);
  if (is_default(g, found, program_variable(g->task->original, v)->sort))
    return none;
  trace_initial t = {v, found};
  vec_push(&g->initial, t);
  return found;
}

static bool is_guided(const guide *g) {
  return g->model != NULL && g->outcome.frame < g->plan.depth(g->plan.data);
}

static value value_of_input(guide *g, term input) {
  if (is_guided(g)) {
    term there = g->plan.input(g->plan.data, g->outcome.frame, input);
    if (!term_is_none(there))
      return solver_value(g->model, there, g->values);
  }
  uint64_t *last = hmap_find(&g->last_input, input.id);
  if (last != NULL)
    return g->inputs.data[*last].value;
  terms *tt = program_terms(g->task->original);
  return sort_default_value(tt, g->values, term_sort(tt, input));
}

static value input_value(void *data, loc at, term input) {
  guide *g = data;
  (void)at;
  trace_input t = {input, value_of_input(g, input)};
  assert(t.value.kind != VALUE_NONE);
  hmap_put(&g->last_input, input.id, g->inputs.len);
  vec_push(&g->inputs, t);
  return t.value;
}

// Blocks that assign a whole array element by element cost more than others.
static bool pay(guide *g, edge e) {
  uint64_t cost =
      1 + program_edge_block(g->task->original, e)->assignment_count;
  bool has_enough = g->free_work >= cost;
  g->free_work -= has_enough ? cost : 0;
  return has_enough;
}

static bool after_step(void *data, edge e, evaluator *state) {
  guide *g = data;
  (void)state;
  assert(e.id != 0);
  g->outcome.last = e;
  if (g->is_unrolled[program_edge_to(g->task->original, e).id])
    g->outcome.frame++;
  if (g->outcome.frame > g->last_frame)
    return false;
  return is_guided(g) || pay(g, e);
}

static term unrolled_input(const void *u, uint32_t frame, term input) {
  return unroll_input(u, frame, input);
}

static uint32_t unrolled_depth(const void *u) { return unroll_depth(u); }

void guide_init(guide *g, const engine_task *task, const unroller *u) {
  guide_init_by(g, task, (guide_plan){unrolled_input, unrolled_depth, u});
}

void guide_init_by(guide *g, const engine_task *task, guide_plan plan) {
  *g = (guide){.task = task, .plan = plan};
  uint32_t count = program_location_count(task->original) + 1;
  g->is_unrolled = mem_alloc(sizeof *g->is_unrolled * count);
  for (uint32_t i = 1; i <= program_location_count(task->program); i++)
    g->is_unrolled[program_origin(task->program, (loc){i}).id] = true;
  assert(g->is_unrolled[program_entry(task->original).id]);
  g->values = arena_new();
  g->hooks = (run_hooks){.initial = initial_value,
                         .input = input_value,
                         .step = after_step,
                         .data = g,
                         .blind = RUN_BLIND};
  g->runner = runner_new(task->original, &g->hooks);
}

void guide_clear(guide *g) {
  runner_free(g->runner);
  mem_free(g->is_unrolled);
  hmap_free(&g->last_input);
  vec_free(&g->inputs);
  vec_free(&g->initial);
  arena_free(g->values);
}

guided_outcome guide_run(guide *g, solver *model, uint32_t last_frame,
                         uint64_t free_work) {
  hmap_clear(&g->last_input);
  vec_clear(&g->inputs);
  vec_clear(&g->initial);
  arena_reset(g->values);
  g->outcome = (guided_outcome){.last = EDGE_NONE};
  g->model = model;
  g->last_frame = last_frame;
  g->free_work = free_work;
  runner_restart(g->runner);
  g->outcome.run =
      runner_continue(g->runner, UINT64_MAX, &g->task->env->limits);
  g->model = NULL;
  return g->outcome;
}

void guide_record(const guide *g, result *r) {
  assert(g->model == NULL && "the run should be over");
  r->trace.steps = g->outcome.run.steps;
  vec_clear(&r->trace.inputs);
  vec_clear(&r->trace.initial);
  for (uint32_t i = 0; i < g->initial.len; i++) {
    trace_initial t = g->initial.data[i];
    t.value = value_copy(r->mem, t.value);
    vec_push(&r->trace.initial, t);
  }
  for (uint32_t i = 0; i < g->inputs.len; i++) {
    trace_input t = g->inputs.data[i];
    t.value = value_copy(r->mem, t.value);
    vec_push(&r->trace.inputs, t);
  }
}
