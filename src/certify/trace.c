// SPDX-License-Identifier: Apache-2.0
// Checking traces: execution of the original program.
//
// The program asks for one input after the other; the trace must hold exactly
// these, in this order, with values of the right sorts, and the execution must
// end in the error. Nothing is skipped or made up on the way, so an accepted
// trace is a complete recipe.
#include "certify/certify.h"

#include <assert.h>

#include "base/hmap.h"
#include "certify/answer.h"
#include "program/run.h"

// No trace of ours is longer: engines find errors by unrolling.
#define STEP_BUDGET 1000000000u

typedef struct {
  const program *program;
  const trace *trace;
  hmap initial;  // variable id -> index in trace->initial
  uint32_t next; // input to be asked for
  const char *problem;
  loc at; // of the problem
} replay;

static bool has_sort(const terms *tt, value v, sort s) {
  switch (sort_get_kind(tt, s)) {
  case SORT_BOOL:
    return v.kind == VALUE_BOOL;
  case SORT_BV:
    return v.kind == VALUE_BV && v.width == sort_width(tt, s);
  case SORT_INT:
    return v.kind == VALUE_INT;
  case SORT_REAL:
    return v.kind == VALUE_REAL;
  case SORT_ARRAY:
    return v.kind == VALUE_ARRAY;
  }
  return false;
}

static void set_problem(replay *r, loc at, const char *problem) {
  if (r->problem)
    return;
  r->problem = problem;
  r->at = at;
}

static value initial_value(void *data, var v) {
  replay *r = data;
  uint64_t *known = hmap_find(&r->initial, v.id);
  if (!known)
    return (value){.kind = VALUE_NONE};
  return r->trace->initial.data[*known].value;
}

static value input_value(void *data, loc at, term input) {
  replay *r = data;
  const value none = {.kind = VALUE_NONE};
  if (r->problem)
    return none;
  if (r->next >= r->trace->inputs.len) {
    set_problem(r, at, "the trace ends before its execution does");
    return none;
  }
  const trace_input *given = &r->trace->inputs.data[r->next++];
  const terms *tt = program_terms(r->program);
  if (!term_eq(given->input, input)) {
    set_problem(r, at, "the trace holds another input than the one asked for");
    return none;
  }
  if (!has_sort(tt, given->value, term_sort(tt, input))) {
    set_problem(r, at, "the trace holds an input value of a wrong sort");
    return none;
  }
  return given->value;
}

static bool go_on(void *data, edge e, evaluator *values) {
  (void)e, (void)values;
  return ((replay *)data)->problem == NULL;
}

static void read_initial(replay *r) {
  const terms *tt = program_terms(r->program);
  for (uint32_t i = 0; i < r->trace->initial.len; i++) {
    const trace_initial *t = &r->trace->initial.data[i];
    uint32_t id = t->variable.id;
    if (!id || id > program_variable_count(r->program))
      set_problem(r, LOC_NONE, "the trace sets a variable that is none");
    else if (!has_sort(tt, t->value,
                       program_variable(r->program, t->variable)->sort))
      set_problem(r, LOC_NONE, "the trace holds a value of a wrong sort");
    else if (hmap_find(&r->initial, id))
      set_problem(r, LOC_NONE, "the trace sets a variable twice");
    else
      hmap_put(&r->initial, id, i);
  }
}

static certificate judge_end(const replay *r, const env *e, run_outcome end) {
  if (r->problem)
    return answer_at(r->program, CERTIFY_REFUTED, r->at, r->problem);
  switch (end.end) {
  case RUN_STUCK:
    return answer_at(r->program, CERTIFY_REFUTED, end.at,
                     "the execution of the trace stops here, before the error");
  case RUN_STOPPED:
    return answer_limit(e, "the trace takes too many steps");
  case RUN_SINK:
    break;
  }
  if (program_location(r->program, end.at)->kind != LOC_ERROR)
    return answer_at(r->program, CERTIFY_REFUTED, end.at,
                     "the execution of the trace ends here, not in the error");
  if (r->next != r->trace->inputs.len)
    return answer_at(r->program, CERTIFY_REFUTED, end.at,
                     "the trace has inputs left when the error is reached");
  return answer_make(CERTIFY_OK, "replay of %llu steps",
                     (unsigned long long)end.steps);
}

certificate certify_trace(const env *e, const program *p, const result *r) {
  assert(e && p && r);
  replay state = {.program = p, .trace = &r->trace};
  read_initial(&state);
  run_outcome end = {.end = RUN_STUCK, .at = program_entry(p)};
  if (!state.problem) {
    run_hooks hooks = {initial_value, input_value, go_on, &state};
    end = program_run(p, &hooks, STEP_BUDGET, &e->limits);
  }
  certificate c = judge_end(&state, e, end);
  hmap_free(&state.initial);
  return c;
}
