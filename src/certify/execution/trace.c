// SPDX-License-Identifier: Apache-2.0
// Checking traces: execution of the original program.
//
// The program asks for one input after the other; the trace must hold exactly
// these, in this order, with values of the right sorts, and the execution must
// end in the error. Nothing is skipped or made up on the way, so an accepted
// trace is a complete recipe.
#include "certify/certify.h"

#include <assert.h>

#include "certify/answer.h"
#include "result/player.h"

// Only a trace that went wrong runs on and on, with default values: the budget
// ends it where there is no time limit.
#define STEP_BUDGET 4000000000u

static value initial_value(void *data, var v) {
  return player_initial(data, v);
}

static value input_value(void *data, loc at, term input) {
  return player_input(data, at, input);
}

static const char *problem_text(player_problem problem) {
  switch (problem) {
  case PLAYER_FINE:
    break;
  case PLAYER_END:
    return "the trace ends before its execution does";
  case PLAYER_OTHER_INPUT:
    return "the trace holds another input than the one asked for";
  case PLAYER_WRONG_SORT:
    return "the trace holds a value of a wrong sort";
  case PLAYER_WRONG_INITIAL:
    return "the trace has a wrong list of initial values";
  }
  assert(!"every problem has a text");
  return "the trace is wrong";
}

static certificate judge_end(const player *t, const env *e, run_outcome end) {
  const program *p = t->program;
  if (t->problem != PLAYER_FINE)
    return answer_at(p, CERTIFY_REFUTED, t->at, problem_text(t->problem));
  switch (end.end) {
  case RUN_STUCK:
    return answer_at(p, CERTIFY_REFUTED, end.at,
                     "the execution of the trace stops here, before the error");
  case RUN_STOPPED:
    return answer_limit(e, "the trace takes too many steps");
  case RUN_SINK:
    break;
  }
  if (program_kind(p, end.at) != LOC_ERROR)
    return answer_at(p, CERTIFY_REFUTED, end.at,
                     "the execution of the trace ends here, not in the error");
  if (t->next != t->trace->inputs.len)
    return answer_at(p, CERTIFY_REFUTED, end.at,
                     "the trace has inputs left when the error is reached");
  return answer_make(CERTIFY_OK, "replay of %llu steps",
                     (unsigned long long)end.steps);
}

certificate certify_trace(const env *e, const program *p, const result *r) {
  assert(e && p && r);
  player t;
  player_init(&t, p, &r->trace);
  run_outcome end = {.end = RUN_STUCK, .at = program_entry(p)};
  if (t.problem == PLAYER_FINE) {
    run_hooks hooks = {.initial = initial_value,
                       .input = input_value,
                       .data = &t,
                       .blind = RUN_BLIND};
    end = program_run(p, &hooks, STEP_BUDGET, &e->limits);
  }
  certificate c = judge_end(&t, e, end);
  player_clear(&t);
  return c;
}
