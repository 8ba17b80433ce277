// SPDX-License-Identifier: Apache-2.0
// Multiplying out, term by term.
//
// A sum of products is a list of summands: a number times a list of factors. A
// summand with a factor that is itself a sum is replaced by one summand for
// each part of that; in the end all factors are unknowns. Summands with the
// same factors, in whatever order, are one. No normal form is kept on the way,
// and nothing is shared with the polynomials of the search.
#include "certify/numbers/multiply.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "term/branches.h"
#include "term/subst.h"
#include "term/walk.h"

enum {
  MAX_FACTORS = 16,
  MAX_SUMMANDS = 20000, // that are ever made
  MAX_PRODUCTS = 4000   // that differ, in the end
};

typedef struct {
  uint64_t number;
  uint32_t count;
  term factors[MAX_FACTORS];
} summand;

typedef struct {
  terms *tt;
  uint32_t width;
  VEC(summand) open; // with factors that may be sums
  VEC(summand) done; // factors are unknowns in order
  uint32_t made;
  bool is_too_large;
} sum;

static bool put_factor(summand *s, term t) {
  if (s->count == MAX_FACTORS)
    return false;
  s->factors[s->count++] = t;
  return true;
}

static void push(sum *s, summand made) {
  s->is_too_large |= ++s->made > MAX_SUMMANDS;
  if (!s->is_too_large)
    vec_push(&s->open, made);
}

// Adds number * a * b; a factor that is none is one.
static void add(sum *s, uint64_t number, term a, term b) {
  summand made = {.number = number};
  assert(term_width(s->tt, a) == s->width);
  put_factor(&made, a);
  if (!term_is_none(b))
    put_factor(&made, b);
  push(s, made);
}

// --- multiplying out ---------------------------------------------------------

// The same with another factor instead of the last one.
static void push_with(sum *s, summand rest, term factor) {
  s->is_too_large |= !put_factor(&rest, factor);
  push(s, rest);
}

static bool is_power_shift(const terms *tt, term t) {
  return term_get_kind(tt, t) == TERM_BVSHL &&
         term_is_value(tt, term_arg(tt, t, 1)) &&
         value_get_u64(term_get_value(tt, term_arg(tt, t, 1))) < 64;
}

// Replaces the factor, which was taken out of 'rest', by what it is made of.
// False: it is an unknown.
static bool open_factor(sum *s, summand rest, term factor) {
  const terms *tt = s->tt;
  if (term_is_value(tt, factor)) {
    rest.number *= value_get_u64(term_get_value(tt, factor));
    push(s, rest);
    return true;
  }
  summand minus = rest;
  minus.number = 0 - rest.number;
  switch (term_get_kind(tt, factor)) {
  case TERM_BVADD:
    push_with(s, rest, term_arg(tt, factor, 0));
    push_with(s, rest, term_arg(tt, factor, 1));
    return true;
  case TERM_BVNEG:
    push_with(s, minus, term_arg(tt, factor, 0));
    return true;
  case TERM_BVNOT: // of x: -x - 1
    push_with(s, minus, term_arg(tt, factor, 0));
    push(s, minus);
    return true;
  case TERM_BVMUL:
    s->is_too_large |= !put_factor(&rest, term_arg(tt, factor, 0));
    push_with(s, rest, term_arg(tt, factor, 1));
    return true;
  case TERM_BVSHL:
    if (!is_power_shift(tt, factor))
      return false;
    rest.number <<= value_get_u64(term_get_value(tt, term_arg(tt, factor, 1)));
    push_with(s, rest, term_arg(tt, factor, 0));
    return true;
  default:
    return false;
  }
}

static int compare_factors(const void *a, const void *b) {
  uint32_t x = ((const term *)a)->id, y = ((const term *)b)->id;
  return x < y ? -1 : x > y;
}

static bool has_same_factors(const summand *a, const summand *b) {
  return a->count == b->count &&
         memcmp(a->factors, b->factors, a->count * sizeof *a->factors) == 0;
}

static void finish(sum *s, summand x) {
  qsort(x.factors, x.count, sizeof *x.factors, compare_factors);
  for (uint32_t i = 0; i < s->done.len; i++)
    if (has_same_factors(&s->done.data[i], &x)) {
      s->done.data[i].number += x.number;
      return;
    }
  s->is_too_large |= s->done.len == MAX_PRODUCTS;
  vec_push(&s->done, x);
}

// Opens one factor of the summand that can be; if none can, it is finished.
static void open_summand(sum *s, summand x) {
  for (uint32_t i = 0; i < x.count; i++) {
    summand rest = x;
    term factor = x.factors[i];
    rest.factors[i] = rest.factors[--rest.count];
    if (open_factor(s, rest, factor))
      return;
  }
  finish(s, x);
}

static bool comes_to_zero(sum *s) {
  while (s->open.len > 0 && !s->is_too_large)
    open_summand(s, vec_pop(&s->open));
  bool is_zero = !s->is_too_large;
  uint64_t mask = s->width == 64 ? UINT64_MAX : (UINT64_C(1) << s->width) - 1;
  for (uint32_t i = 0; i < s->done.len; i++)
    is_zero &= (s->done.data[i].number & mask) == 0;
  return is_zero;
}

// --- facts -------------------------------------------------------------------

// Adds number * cofactor * (one side - the other one).
static void add_equation(sum *s, branches *taken, uint64_t number,
                         term cofactor, algebra_equation e) {
  add(s, number, branches_take(taken, e.left), cofactor);
  add(s, 0 - number, branches_take(taken, e.right), cofactor);
}

// Subtracts cofactor * (x - y * quotient - remainder), which is zero.
static void add_division(sum *s, term cofactor, term x, term y, term quotient,
                         term remainder) {
  summand product = {.number = 1};
  put_factor(&product, cofactor);
  put_factor(&product, y);
  put_factor(&product, quotient);
  add(s, UINT64_MAX, x, cofactor);
  add(s, 1, remainder, cofactor);
  push(s, product);
}

// x = 2^k * (upper bits of x, extended) + (lower bits of x). False: t is not
// of this form.
static bool add_shift(sum *s, term cofactor, term t) {
  terms *tt = s->tt;
  term upper = term_arg(tt, t, 0);
  if (term_get_kind(tt, upper) != TERM_EXTRACT)
    return false;
  term x = term_arg(tt, upper, 0);
  uint32_t k = term_param(tt, upper, 1);
  if (term_width(tt, x) != s->width || k == 0 ||
      term_param(tt, upper, 0) != s->width - 1)
    return false;
  term low = term_zero_extend(tt, term_extract(tt, x, k - 1, 0), s->width - k);
  add_division(s, cofactor, x, term_bv(tt, s->width, UINT64_C(1) << k), t, low);
  return true;
}

// The equation that t, which is a part of it, stands for. False: none.
static bool add_identity(sum *s, term cofactor, term t) {
  terms *tt = s->tt;
  term_kind kind = term_get_kind(tt, t);
  if (kind == TERM_ZERO_EXTEND || kind == TERM_SIGN_EXTEND)
    return add_shift(s, cofactor, t);
  bool is_signed = kind == TERM_BVSDIV || kind == TERM_BVSREM;
  if (!is_signed && kind != TERM_BVUDIV && kind != TERM_BVUREM)
    return false;
  term x = term_arg(tt, t, 0), y = term_arg(tt, t, 1);
  add_division(s, cofactor, x, y,
               is_signed ? term_bvsdiv(tt, x, y) : term_bvudiv(tt, x, y),
               is_signed ? term_bvsrem(tt, x, y) : term_bvurem(tt, x, y));
  return true;
}

static bool is_word(const terms *tt, term t, uint32_t width) {
  sort s = term_sort(tt, t);
  return sort_get_kind(tt, s) == SORT_BV && sort_width(tt, s) == width;
}

// Everything that the fact adds up: the goal minus its multiples of equations.
// False: a part is not what it should be.
static bool add_fact(sum *s, branches *taken, const algebra_fact *f) {
  bool is_good = f->equations.len == f->cofactors.len &&
                 f->identities.len == f->identity_cofactors.len;
  add_equation(s, taken, 1, term_bv(s->tt, s->width, 1), f->goal);
  for (uint32_t i = 0; is_good && i < f->equations.len; i++) {
    is_good = is_word(s->tt, f->equations.data[i].left, s->width) &&
              is_word(s->tt, f->equations.data[i].right, s->width) &&
              is_word(s->tt, f->cofactors.data[i], s->width);
    if (is_good)
      add_equation(s, taken, UINT64_MAX, f->cofactors.data[i],
                   f->equations.data[i]);
  }
  for (uint32_t i = 0; is_good && i < f->identities.len; i++)
    is_good =
        is_word(s->tt, f->identity_cofactors.data[i], s->width) &&
        is_word(s->tt, f->identities.data[i], s->width) &&
        add_identity(s, f->identity_cofactors.data[i], f->identities.data[i]);
  return is_good;
}

bool multiply_confirms(terms *tt, const algebra_fact *f) {
  sort side = term_sort(tt, f->goal.left);
  if (sort_get_kind(tt, side) != SORT_BV || sort_width(tt, side) > 64 ||
      !is_word(tt, f->goal.right, sort_width(tt, side)))
    return false;
  sum s = {.tt = tt, .width = sort_width(tt, side)};
  branches *taken = branches_new(tt);
  for (uint32_t i = 0; i < f->conditions.len; i++)
    branches_hold(taken, f->conditions.data[i]);
  bool confirms = add_fact(&s, taken, f) && comes_to_zero(&s);
  branches_free(taken);
  vec_free(&s.open);
  vec_free(&s.done);
  return confirms;
}

// --- without products --------------------------------------------------------

static bool is_product(const terms *tt, term t) {
  return term_get_kind(tt, t) == TERM_BVMUL &&
         !term_is_value(tt, term_arg(tt, t, 0)) &&
         !term_is_value(tt, term_arg(tt, t, 1));
}

term multiply_leave_open(terms *tt, term formula) {
  term_set seen = {0};
  term_vec nodes = {0};
  subst *s = subst_new(tt);
  term_postorder(tt, &formula, 1, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (is_product(tt, nodes.data[i]))
      subst_bind(s, nodes.data[i],
                 term_fresh(tt, "product", term_sort(tt, nodes.data[i])));
  term open = subst_apply(s, formula);
  subst_free(s);
  vec_free(&nodes);
  term_set_free(&seen);
  return open;
}
