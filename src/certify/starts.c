// SPDX-License-Identifier: Apache-2.0
// An invariant that lists states (mode is 1 and flag is 0, or mode is 2 and
// ...) makes one hard question of many easy ones: from each of these states the
// paths are nearly those of an execution, because what is constant is computed.
// To start in any state with x = 3 and more is to start with 3 for x in any
// state that has the rest.
#include "certify/starts.h"

#include <assert.h>

#include "term/walk.h"

// The variable that the part gives a value, and that; none: it gives none.
static var value_given(const program *p, term part, term *constant) {
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
    is_given = value_given(p, parts.data[i], &constant).id != 0;
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

static state give_values(paths *ps, const term_vec *parts) {
  const terms *tt = program_terms(ps->program);
  state values = NULL;
  for (uint32_t i = 0; i < parts->len; i++) {
    term constant;
    var v = value_given(ps->program, parts->data[i], &constant);
    if (v.id != 0 && term_is_none(state_get(&ps->space, values, v.id)))
      values = state_set(&ps->space, values, v.id,
                         term_value(ps->tt, term_get_value(tt, constant)));
  }
  return values;
}

paths_arrival starts_enter(const start_cases *s, paths *ps, uint32_t i, loc at,
                           term condition) {
  assert(i < s->alternatives.len);
  term_vec parts = {0};
  for (uint32_t j = 0; j < s->common.len; j++)
    vec_push(&parts, s->common.data[j]);
  term_flatten(program_terms(ps->program), TERM_AND, s->alternatives.data[i],
               &parts);
  bool has_cases = s->alternatives.len > 1;
  paths_arrival start = {at, condition,
                         has_cases ? give_values(ps, &parts) : NULL};
  term when = condition;
  for (uint32_t j = 0; j < parts.len; j++)
    when = paths_and(ps->tt, when, paths_formula(ps, &start, parts.data[j]));
  paths_start_in(ps, &start, when);
  vec_free(&parts);
  return start;
}
