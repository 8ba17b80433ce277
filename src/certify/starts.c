// SPDX-License-Identifier: Apache-2.0
// An invariant that lists states (mode is 1 and flag is 0, or mode is 2 and
// ...) makes one hard question of many easy ones: from each of these states the
// paths are nearly those of an execution, because what is constant is computed.
// To start in any state with x = 3 and more is to start with 3 for x in any
// state that has the rest; and so with x = y + 1. (Let s be a state of the
// case. A variable that was given a term has the value of that term in s,
// because the equation that gave it is part of the case. So the start describes
// s, whatever the order in which equations were used, and even if one is about
// a variable that has a term already. No other state is described, because all
// parts of the case are conditions of the start.)
#include "certify/starts.h"

#include <assert.h>

#include "term/walk.h"

var starts_value_given(const program *p, term part, term *constant) {
  const terms *tt = program_terms(p);
  if (term_get_kind(tt, part) != TERM_EQ)
    return VAR_NONE;
  for (uint32_t i = 0; i < 2; i++) {
    *constant = term_arg(tt, part, 1 - i);
    if (term_is_value(tt, *constant))
      return program_variable_of(p, term_arg(tt, part, i));
  }
  return VAR_NONE;
}

static bool gives_value(const program *p, term alternative) {
  term_vec parts = {0};
  term constant;
  bool is_given = false;
  term_flatten(program_terms(p), TERM_AND, alternative, &parts);
  for (uint32_t i = 0; i < parts.len && !is_given; i++)
    is_given = starts_value_given(p, parts.data[i], &constant).id != 0;
  vec_free(&parts);
  return is_given;
}

// Appends the alternatives of a disjunction, if each of them gives a value.
static bool find_alternatives(const program *p, term disjunction,
                              term_vec *out) {
  term_vec all = {0};
  term_flatten(program_terms(p), TERM_OR, disjunction, &all);
  bool are_given = all.len > 1;
  for (uint32_t i = 0; are_given && i < all.len; i++)
    are_given = gives_value(p, all.data[i]);
  for (uint32_t i = 0; are_given && i < all.len; i++)
    vec_push(out, all.data[i]);
  vec_free(&all);
  return are_given;
}

void starts_find(start_cases *s, const program *p, term invariant) {
  terms *tt = program_terms(p);
  *s = (start_cases){0};
  term_vec parts = {0};
  term_flatten(tt, TERM_AND, invariant, &parts);
  for (uint32_t i = 0; i < parts.len; i++)
    if (s->alternatives.len > 0 ||
        !find_alternatives(p, parts.data[i], &s->alternatives))
      vec_push(&s->common, parts.data[i]);
  if (s->alternatives.len == 0)
    vec_push(&s->alternatives, term_true(tt));
  vec_free(&parts);
}

void starts_clear(start_cases *s) {
  vec_free(&s->common);
  vec_free(&s->alternatives);
}

static void give_value(paths *ps, paths_arrival *start, var v, term t) {
  if (v.id != 0 && term_is_none(state_get(&ps->space, start->values, v.id)))
    start->values = state_set(&ps->space, start->values, v.id, t);
}

static void give_constants(paths *ps, const term_vec *parts,
                           paths_arrival *start) {
  const terms *tt = program_terms(ps->program);
  for (uint32_t i = 0; i < parts->len; i++) {
    term constant;
    var v = starts_value_given(ps->program, parts->data[i], &constant);
    if (v.id != 0)
      give_value(ps, start, v,
                 term_value(ps->tt, term_get_value(tt, constant)));
  }
}

// What one side of an equation is, to the variable on its other side.
static void give_terms(paths *ps, const term_vec *parts, paths_arrival *start) {
  const terms *tt = program_terms(ps->program);
  for (uint32_t i = 0; i < parts->len; i++) {
    term part = parts->data[i];
    if (term_get_kind(tt, part) != TERM_EQ)
      continue;
    for (uint32_t side = 0; side < 2; side++) {
      var v = program_variable_of(ps->program, term_arg(tt, part, side));
      if (v.id == 0 ||
          !term_is_none(state_get(&ps->space, start->values, v.id)))
        continue;
      give_value(ps, start, v,
                 paths_formula(ps, start, term_arg(tt, part, 1 - side)));
      break;
    }
  }
}

paths_arrival starts_enter(const start_cases *s, paths *ps, uint32_t i, loc at,
                           term condition) {
  assert(i < s->alternatives.len);
  term_vec parts = {0};
  for (uint32_t j = 0; j < s->common.len; j++)
    vec_push(&parts, s->common.data[j]);
  term_flatten(program_terms(ps->program), TERM_AND, s->alternatives.data[i],
               &parts);
  paths_arrival start = {.at = at, .reached = condition};
  if (s->alternatives.len > 1) {
    give_constants(ps, &parts, &start);
    give_terms(ps, &parts, &start);
  }
  term when = condition;
  paths_enter(ps, &start);
  for (uint32_t j = 0; j < parts.len; j++)
    when = paths_and(ps->tt, when, paths_read(ps, parts.data[j]));
  start.reached = when;
  paths_start_in(ps, &start, when);
  vec_free(&parts);
  return start;
}
