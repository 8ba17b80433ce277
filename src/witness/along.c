// SPDX-License-Identifier: Apache-2.0
// Most witnesses say what each call returned, and nothing else. Then there is
// nothing to search: the execution that they tell of is run, with compiled
// blocks, however long it is and however many waypoints there are. Where the
// next waypoint wants the value of an input to be a certain number, that is
// what it is; everything else is zero. The waypoints have to be passed in their
// order, and the error has to be the target.
#include <assert.h>

#include "program/run.h"
#include "witness/violation.h"
#include "witness/waypoints.h"

enum { MOST_INPUTS = 1 << 20 };

typedef struct {
  witness_context *c;
  const witness *witness;
  arena *mem; // of the values
  trace *out;
  uint32_t passed; // waypoints
  term waiting;    // the input that passes the next one; none: not asked for
} walker;

// The number that the formula wants the input to be. False: there is none.
static bool find_number(const terms *tt, term formula, term input, value *out) {
  if (term_get_kind(tt, formula) != TERM_EQ)
    return false;
  for (uint32_t i = 0; i < 2; i++) {
    term number = term_arg(tt, formula, 1 - i);
    if (term_eq(term_arg(tt, formula, i), input) && term_is_value(tt, number)) {
      *out = term_get_value(tt, number);
      return true;
    }
  }
  return false;
}

// Is the input the result that the next waypoint is about? Then 'out' is a
// value that it takes.
static bool is_next(walker *w, term input, value *out) {
  assert(w->passed <= w->witness->waypoints.len);
  const waypoint *next = &w->witness->waypoints.data[w->passed];
  const input_info *info = program_input(w->c->program, input);
  if (next->type != WAYPOINT_FUNCTION_RETURN || info->kind != INPUT_CALL ||
      !waypoint_closes(w->c, next, info->pos))
    return false;
  const terms *tt = program_terms(w->c->program);
  strbuf why = {0};
  term wanted = waypoint_condition(w->c, next, input, &why);
  strbuf_free(&why);
  if (term_is_none(wanted))
    return false;
  return term_is_true(tt, wanted) || find_number(tt, wanted, input, out);
}

static value input_value(void *data, loc at, term input) {
  walker *w = data;
  (void)at;
  const terms *tt = program_terms(w->c->program);
  value v = sort_default_value(tt, w->mem, term_sort(tt, input));
  if (term_is_none(w->waiting) && is_next(w, input, &v))
    w->waiting = input;
  if (w->out->inputs.len < MOST_INPUTS)
    vec_push(&w->out->inputs, ((trace_input){input, v}));
  return v;
}

// The input may have been asked for and not be used by the edge that was taken.
static bool pass(void *data, edge e, evaluator *state) {
  walker *w = data;
  (void)state; // there is none
  if (term_is_none(w->waiting))
    return true;
  const block *b = program_edge_block(w->c->program, e);
  for (uint32_t i = 0; i < b->input_count; i++)
    if (term_eq(b->inputs[i], w->waiting))
      w->passed++;
  w->waiting = TERM_NONE;
  assert(w->passed < w->witness->waypoints.len);
  return true;
}

// The last waypoint is the target, and all others are calls to be passed.
static bool is_plain(const witness *w) {
  for (uint32_t i = 0; i < w->waypoints.len; i++) {
    waypoint_type wanted =
        i + 1 == w->waypoints.len ? WAYPOINT_TARGET : WAYPOINT_FUNCTION_RETURN;
    const waypoint *p = &w->waypoints.data[i];
    if (p->type != wanted || p->is_avoided)
      return false;
  }
  return w->waypoints.len > 0;
}

bool violation_run(witness_context *c, const witness *w, const limits *l,
                   result *out) {
  assert(w->kind == WITNESS_VIOLATION);
  if (!is_plain(w))
    return false;
  walker walk = {.c = c, .witness = w, .mem = out->mem, .out = &out->trace};
  run_hooks hooks = {
      .input = input_value, .step = pass, .data = &walk, .blind = RUN_BLIND};
  // Where there is nothing to pass, nobody has to look.
  if (w->waypoints.len == 1)
    hooks.step = NULL;
  run_outcome end = program_run(c->program, &hooks, UINT64_MAX, l);
  bool is_error = end.end == RUN_SINK &&
                  program_kind(c->program, end.at) == LOC_ERROR &&
                  walk.passed + 1 == w->waypoints.len &&
                  waypoint_is_target(c, &vec_last(&w->waypoints), end.last) &&
                  out->trace.inputs.len < MOST_INPUTS;
  out->verdict = is_error ? VERDICT_FALSE : VERDICT_UNKNOWN;
  out->trace.steps = end.steps;
  return is_error;
}
