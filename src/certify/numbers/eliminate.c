// SPDX-License-Identifier: Apache-2.0
// Z3 replaces a variable by what it equals only if the equation says so as it
// stands; of c + b * k = x * p it does not see that it is about c. With all
// such variables gone, equations between products are sums to be multiplied
// out, which it does well (smt/backend_z3.c); with one of them left, they are
// multipliers of so many bits, which nobody does.
#include "certify/numbers/eliminate.h"

#include <assert.h>

#include "term/subst.h"
#include "term/walk.h"

enum { MOST_NODES = 20000 };

// A sum that is zero.
typedef struct {
  term_vec plus, minus;
} zero_sum;

static void add_to(const terms *tt, zero_sum *z, term t, bool is_negated) {
  term_kind kind = term_get_kind(tt, t);
  if (kind == TERM_BVADD)
    for (uint32_t i = 0; i < term_arity(tt, t); i++)
      add_to(tt, z, term_arg(tt, t, i), is_negated);
  else if (kind == TERM_BVNEG)
    add_to(tt, z, term_arg(tt, t, 0), !is_negated);
  else if (is_negated)
    vec_push(&z->minus, t);
  else
    vec_push(&z->plus, t);
}

// 'from' less 'less', without one of their parts.
static term difference(terms *tt, uint32_t width, const term_vec *from,
                       const term_vec *less, term without) {
  term sum = term_bv(tt, width, 0);
  for (uint32_t i = 0; i < from->len; i++)
    if (!term_eq(from->data[i], without))
      sum = term_bvadd(tt, sum, from->data[i]);
  for (uint32_t i = 0; i < less->len; i++)
    if (!term_eq(less->data[i], without))
      sum = term_bvsub(tt, sum, less->data[i]);
  return sum;
}

static uint32_t count(const term_vec *list, term t) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->len; i++)
    n += term_eq(list->data[i], t);
  return n;
}

// Is one of the parts of 'side' a variable that 'is' can take the place of?
static bool solve_side(terms *tt, const term_vec *side, const term_vec *other,
                       term *variable, term *is) {
  for (uint32_t i = 0; i < side->len; i++) {
    term v = side->data[i];
    if (term_get_kind(tt, v) != TERM_VARIABLE ||
        count(side, v) + count(other, v) != 1)
      continue;
    *variable = v;
    *is = difference(tt, term_width(tt, v), other, side, v);
    if (!term_occurs(tt, v, *is))
      return true;
  }
  return false;
}

static bool solve(terms *tt, term equation, term *variable, term *is) {
  if (term_get_kind(tt, equation) != TERM_EQ ||
      sort_get_kind(tt, term_sort(tt, term_arg(tt, equation, 0))) != SORT_BV)
    return false;
  zero_sum z = {0};
  add_to(tt, &z, term_arg(tt, equation, 0), false);
  add_to(tt, &z, term_arg(tt, equation, 1), true);
  bool ok = solve_side(tt, &z.plus, &z.minus, variable, is) ||
            solve_side(tt, &z.minus, &z.plus, variable, is);
  vec_free(&z.plus);
  vec_free(&z.minus);
  return ok;
}

static bool is_small(const terms *tt, term formula) {
  term_set seen = {0};
  term_vec nodes = {0};
  term_postorder(tt, &formula, 1, &seen, &nodes);
  bool is = nodes.len <= MOST_NODES;
  vec_free(&nodes);
  term_set_free(&seen);
  return is;
}

// One variable less. False: there is none to be replaced.
static bool eliminate_one(terms *tt, term *formula) {
  term_vec parts = {0};
  term_flatten(tt, TERM_AND, *formula, &parts);
  term variable = TERM_NONE, is = TERM_NONE;
  uint32_t i = 0;
  while (i < parts.len && !solve(tt, parts.data[i], &variable, &is))
    i++;
  bool found = i < parts.len;
  if (found) {
    parts.data[i] = term_true(tt);
    subst *s = subst_new(tt);
    subst_bind(s, variable, is);
    *formula = subst_apply(s, term_and_n(tt, parts.data, parts.len));
    subst_free(s);
  }
  vec_free(&parts);
  return found;
}

term eliminate_sums(terms *tt, term formula) {
  assert(term_is_bool(tt, formula));
  while (is_small(tt, formula) && eliminate_one(tt, &formula)) {
  }
  return formula;
}
