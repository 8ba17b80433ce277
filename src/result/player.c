// SPDX-License-Identifier: Apache-2.0
// A trace lists inputs in the order in which the execution reads them. The
// player gives them out in that order, and records the first place at which
// trace and execution disagree.
#include "result/player.h"

#include <assert.h>

static const value NONE = {.kind = VALUE_NONE};

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

static void set_problem(player *p, player_problem problem, loc at) {
  assert(problem != PLAYER_FINE);
  if (p->problem != PLAYER_FINE)
    return;
  p->problem = problem;
  p->at = at;
}

static player_problem check_initial(const player *p, const trace_initial *t) {
  uint32_t id = t->variable.id;
  if (!id || id > program_variable_count(p->program) ||
      hmap_find(&p->initial, id))
    return PLAYER_WRONG_INITIAL;
  sort s = program_variable(p->program, t->variable)->sort;
  if (!has_sort(program_terms(p->program), t->value, s))
    return PLAYER_WRONG_SORT;
  return PLAYER_FINE;
}

void player_init(player *p, const program *of, const trace *t) {
  assert(of && t);
  *p = (player){.program = of, .trace = t};
  for (uint32_t i = 0; i < t->initial.len; i++) {
    const trace_initial *given = &t->initial.data[i];
    player_problem problem = check_initial(p, given);
    if (problem == PLAYER_FINE)
      hmap_put(&p->initial, given->variable.id, i);
    else
      set_problem(p, problem, LOC_NONE);
  }
}

void player_clear(player *p) { hmap_free(&p->initial); }

value player_initial(player *p, var v) {
  assert(v.id != 0);
  uint64_t *known = hmap_find(&p->initial, v.id);
  return known ? p->trace->initial.data[*known].value : NONE;
}

value player_input(player *p, loc at, term input) {
  assert(!term_is_none(input));
  if (p->problem != PLAYER_FINE)
    return NONE;
  if (p->next >= p->trace->inputs.len) {
    set_problem(p, PLAYER_END, at);
    return NONE;
  }
  const trace_input *given = &p->trace->inputs.data[p->next];
  const terms *tt = program_terms(p->program);
  if (!term_eq(given->input, input)) {
    set_problem(p, PLAYER_OTHER_INPUT, at);
    return NONE;
  }
  if (!has_sort(tt, given->value, term_sort(tt, input))) {
    set_problem(p, PLAYER_WRONG_SORT, at);
    return NONE;
  }
  p->next++;
  return given->value;
}
