// SPDX-License-Identifier: Apache-2.0
// The explicit engines prove by listing thousands of states. To put all of them
// into one formula for each path would cost as much as the product of both
// numbers, so constants of the path select the few alternatives that can hold.
#include "certify/listed.h"

#include <assert.h>

#include "term/walk.h"

static void list_values(listed *l, paths *ps, term alternative) {
  const terms *tt = program_terms(ps->program);
  term_vec parts = {0};
  listed_values values = {0};
  term_flatten(tt, TERM_AND, alternative, &parts);
  for (uint32_t i = 0; i < parts.len; i++) {
    term constant;
    var v = starts_value_given(ps->program, parts.data[i], &constant);
    if (v.id == 0)
      continue;
    term same = term_value(ps->tt, term_get_value(tt, constant));
    vec_push(&values, ((listed_value){v.id, same}));
  }
  listed_index_add(l->index, values.data, values.len);
  vec_free(&values);
  vec_free(&parts);
}

void listed_init(listed *l, paths *ps, term invariant) {
  *l = (listed){.index = listed_index_new(ps->tt)};
  starts_find(&l->cases, ps->program, invariant);
  for (uint32_t i = 0; i < l->cases.alternatives.len; i++)
    list_values(l, ps, l->cases.alternatives.data[i]);
  listed_index_build(l->index);
}

void listed_clear(listed *l) {
  starts_clear(&l->cases);
  listed_index_free(l->index);
}

typedef struct {
  const state_space *space;
  state values;
} arrived;

static term look(void *data, uint32_t variable) {
  const arrived *a = data;
  return state_get(a->space, a->values, variable);
}

// Of the alternatives, in the state that was entered.
static term any_alternative(const listed *l, paths *ps,
                            const paths_arrival *a) {
  term_vec open = {0};
  listed_numbers found = {0};
  term any = term_false(ps->tt);
  listed_index_find(l->index, look, &(arrived){&ps->space, a->values}, &found);
  for (uint32_t i = 0; i < found.len && !term_is_true(ps->tt, any); i++) {
    any = paths_read(ps, l->cases.alternatives.data[found.data[i]]);
    if (!term_is_false(ps->tt, any))
      vec_push(&open, any);
  }
  if (open.len > 1 && !term_is_true(ps->tt, any))
    any = term_or_n(ps->tt, open.data, open.len);
  else if (open.len > 0)
    any = vec_last(&open);
  vec_free(&open);
  vec_free(&found);
  return any;
}

term listed_formula(const listed *l, paths *ps, const paths_arrival *a) {
  paths_enter(ps, a);
  term all = any_alternative(l, ps, a);
  for (uint32_t i = 0; i < l->cases.common.len; i++)
    all = paths_and(ps->tt, all, paths_read(ps, l->cases.common.data[i]));
  return all;
}
