// SPDX-License-Identifier: Apache-2.0
#include "certify/listed.h"

#include <assert.h>

#include "term/walk.h"

static void list_values(listed *l, paths *ps, term alternative) {
  const terms *tt = program_terms(ps->program);
  term_vec parts = {0};
  term_flatten(tt, TERM_AND, alternative, &parts);
  for (uint32_t i = 0; i < parts.len; i++) {
    term constant;
    var v = starts_value_given(ps->program, parts.data[i], &constant);
    if (v.id == 0)
      continue;
    term same = term_value(ps->tt, term_get_value(tt, constant));
    vec_push(&l->values, ((listed_value){v.id, same}));
  }
  vec_push(&l->ends, l->values.len);
  vec_free(&parts);
}

void listed_init(listed *l, paths *ps, term invariant) {
  *l = (listed){0};
  starts_find(&l->cases, ps->program, invariant);
  for (uint32_t i = 0; i < l->cases.alternatives.len; i++)
    list_values(l, ps, l->cases.alternatives.data[i]);
}

void listed_clear(listed *l) {
  starts_clear(&l->cases);
  vec_free(&l->values);
  vec_free(&l->ends);
}

static bool is_other_constant(const terms *tt, term a, term b) {
  return !term_is_none(a) && term_is_value(tt, a) &&
         !value_equal(term_get_value(tt, a), term_get_value(tt, b));
}

static bool may_hold(const listed *l, const paths *ps, uint32_t i,
                     const paths_arrival *a) {
  for (uint32_t j = i ? l->ends.data[i - 1] : 0; j < l->ends.data[i]; j++) {
    listed_value v = l->values.data[j];
    term here = state_get(&ps->space, a->values, v.variable);
    if (!term_eq(here, v.constant) &&
        is_other_constant(ps->tt, here, v.constant))
      return false;
  }
  return true;
}

// Of the alternatives, in the state that was entered.
static term any_alternative(const listed *l, paths *ps,
                            const paths_arrival *a) {
  term_vec open = {0};
  term any = term_false(ps->tt);
  for (uint32_t i = 0; i < l->ends.len && !term_is_true(ps->tt, any); i++) {
    if (!may_hold(l, ps, i, a))
      continue;
    any = paths_read(ps, l->cases.alternatives.data[i]);
    if (!term_is_false(ps->tt, any))
      vec_push(&open, any);
  }
  if (open.len > 1 && !term_is_true(ps->tt, any))
    any = term_or_n(ps->tt, open.data, open.len);
  else if (open.len > 0)
    any = vec_last(&open);
  vec_free(&open);
  return any;
}

term listed_formula(const listed *l, paths *ps, const paths_arrival *a) {
  paths_enter(ps, a);
  term all = any_alternative(l, ps, a);
  for (uint32_t i = 0; i < l->cases.common.len; i++)
    all = paths_and(ps->tt, all, paths_read(ps, l->cases.common.data[i]));
  return all;
}
