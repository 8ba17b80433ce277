// SPDX-License-Identifier: Apache-2.0
// Constructors of negation, sums and products: bit-vectors, Int and Real.
//
// The three are rings, and the rules are those of commutative rings, written
// once. Sums keep their constant at the top and on the right, so that constants
// meet; a product with a constant is a monomial, and monomials over the same
// base are added. A shift to the left by a constant is a product, too
// (build_bvshape.c). One-bit sums and products are exclusive or and and.
#include "base/unreachable.h"
#include "term/build/build.h"

typedef struct {
  term_kind neg, add, mul;
} ring;

static const ring BV = {TERM_BVNEG, TERM_BVADD, TERM_BVMUL};
static const ring NUMBER = {TERM_NEG, TERM_ADD, TERM_MUL};

static bool is_bv_ring(const ring *r) { return r->add == TERM_BVADD; }

static term neg_make(terms *tt, const ring *r, term a);
static term add_make(terms *tt, const ring *r, term a, term b);
static term mul_make(terms *tt, const ring *r, term a, term b);

// --- constants of the ring --------------------------------------------------

static term fold_number(terms *tt, bvop op, term a, term b) {
  value x = value_of(tt, a), y = value_of(tt, b);
  switch (op) {
  case BVOP_ADD:
    return fold_value(tt, numop_add(tt->scratch, x, y));
  case BVOP_SUB:
    return fold_value(tt, numop_sub(tt->scratch, x, y));
  case BVOP_MUL:
    return fold_value(tt, numop_mul(tt->scratch, x, y));
  default:
    UNREACHABLE();
  }
}

static term fold2(terms *tt, const ring *r, bvop op, term a, term b) {
  return is_bv_ring(r) ? fold_binary(tt, op, a, b) : fold_number(tt, op, a, b);
}

static term fold_neg(terms *tt, const ring *r, term a) {
  if (is_bv_ring(r))
    return fold_unary(tt, BVOP_NEG, a);
  return fold_value(tt, numop_neg(tt->scratch, value_of(tt, a)));
}

term fold_integer(terms *tt, sort s, int64_t n) {
  value v = value_int(n);
  if (!sort_eq(s, tt->real_sort))
    return term_value(tt, v);
  return fold_value(tt, value_int_to_real(tt->scratch, v));
}

// -1, 0 or 1 in the sort of 'like'.
static term constant(terms *tt, const ring *r, term like, int n) {
  assert(n >= -1 && n <= 1);
  if (!is_bv_ring(r))
    return fold_integer(tt, sort_of(tt, like), n);
  bv_pattern p = n == 0 ? BV_ZERO : n == 1 ? BV_ONE : BV_ONES;
  return bv_make_pattern(tt, width_of(tt, like), p);
}

static bool is_constant(terms *tt, const ring *r, term t, int n) {
  return term_eq(t, constant(tt, r, t, n));
}

// --- monomials --------------------------------------------------------------

static bool is_scaled(const terms *tt, const ring *r, const node *n) {
  return n->kind == r->mul && is_value(tt, (term){n->words[1]});
}

static term base_of(const terms *tt, const ring *r, term t) {
  const node *n = node_of(tt, t);
  return n->kind == r->neg || is_scaled(tt, r, n) ? (term){n->words[0]} : t;
}

static term factor_of(terms *tt, const ring *r, term t) {
  const node *n = node_of(tt, t);
  if (is_scaled(tt, r, n))
    return (term){n->words[1]};
  return constant(tt, r, t, n->kind == r->neg ? -1 : 1);
}

// The sum of the factors of two monomials over one base; none: other bases.
static term factor_sum(terms *tt, const ring *r, term a, term b) {
  if (!term_eq(base_of(tt, r, a), base_of(tt, r, b)))
    return TERM_NONE;
  term x = factor_of(tt, r, a), y = factor_of(tt, r, b);
  return fold2(tt, r, BVOP_ADD, x, y);
}

static bool cancels(terms *tt, const ring *r, term a, term b) {
  term sum = factor_sum(tt, r, a, b);
  return !term_is_none(sum) && is_constant(tt, r, sum, 0);
}

// --- negation ---------------------------------------------------------------

// -(x + y), where one of them takes the sign without a new node.
static term neg_sum(terms *tt, const ring *r, const node *n) {
  term x = {n->words[0]}, y = {n->words[1]};
  if (!is_value(tt, y) && !is_kind(tt, y, r->neg) && !is_kind(tt, x, r->neg))
    return TERM_NONE;
  return add_make(tt, r, neg_make(tt, r, x), neg_make(tt, r, y));
}

static term neg_rules(terms *tt, const ring *r, term a) {
  const node *n = node_of(tt, a);
  term t = TERM_NONE, x = {n->words[0]}, y = {n->words[1]};
  if (is_bv_ring(r) && width_of(tt, a) == 1)
    return a;
  if (n->kind == TERM_VALUE)
    return fold_neg(tt, r, a);
  if (n->kind == r->neg)
    return x;
  if (n->kind == TERM_BVNOT) // -~x = x + 1
    return add_make(tt, r, x, constant(tt, r, a, 1));
  if (is_scaled(tt, r, n))
    return mul_make(tt, r, x, fold_neg(tt, r, y));
  if (n->kind == r->add)
    t = neg_sum(tt, r, n);
  else
    t = lift_unary(tt, r->neg, a, 0, 0);
  return term_is_none(t) ? node_make1(tt, r->neg, sort_of(tt, a), a) : t;
}

static term neg_make(terms *tt, const ring *r, term a) {
  if (!rules_enter(tt))
    return node_make1(tt, r->neg, sort_of(tt, a), a);
  return rules_leave(tt, neg_rules(tt, r, a));
}

// --- sums -------------------------------------------------------------------

// ~x + k and -x + k; ~x is -x - 1.
static term add_to_complement(terms *tt, const node *n, term k) {
  term x = {n->words[0]};
  if (n->kind == TERM_BVNEG && is_ones(tt, k))
    return term_bvnot(tt, x);
  if (n->kind != TERM_BVNOT)
    return TERM_NONE;
  term one = bv_make_pattern(tt, width_of(tt, k), BV_ONE);
  return term_bvadd(tt, term_bvneg(tt, x), fold_binary(tt, BVOP_SUB, k, one));
}

static term add_constant(terms *tt, const ring *r, term a, term k) {
  if (is_value(tt, a))
    return fold2(tt, r, BVOP_ADD, a, k);
  if (is_constant(tt, r, k, 0))
    return a;
  const node *n = node_of(tt, a);
  term x = {n->words[0]}, y = {n->words[1]};
  if (n->kind == r->add && is_value(tt, y))
    return add_make(tt, r, x, fold2(tt, r, BVOP_ADD, y, k));
  term t = is_bv_ring(r) ? add_to_complement(tt, n, k) : TERM_NONE;
  if (term_is_none(t))
    t = lift_binary(tt, r->add, a, k);
  return term_is_none(t) ? node_make2(tt, r->add, sort_of(tt, a), a, k) : t;
}

// One of a's summands and b add up to zero: the other summand.
static term cancel_one(terms *tt, const ring *r, term a, term b) {
  const node *n = node_of(tt, a);
  if (n->kind != r->add)
    return TERM_NONE;
  for (uint32_t i = 0; i < 2; i++)
    if (cancels(tt, r, (term){n->words[i]}, b))
      return (term){n->words[1 - i]};
  return TERM_NONE;
}

static term cancel_two(terms *tt, const ring *r, term a, term b) {
  const node *m = node_of(tt, a), *n = node_of(tt, b);
  if (m->kind != r->add || n->kind != r->add)
    return TERM_NONE;
  for (uint32_t i = 0; i < 2; i++)
    for (uint32_t j = 0; j < 2; j++)
      if (cancels(tt, r, (term){m->words[i]}, (term){n->words[j]}))
        return add_make(tt, r, (term){m->words[1 - i]},
                        (term){n->words[1 - j]});
  return TERM_NONE;
}

// a = x + c: the constant moves to the top.
static term float_constant(terms *tt, const ring *r, term a, term b) {
  const node *n = node_of(tt, a);
  if (n->kind != r->add || !is_value(tt, (term){n->words[1]}))
    return TERM_NONE;
  return add_make(tt, r, add_make(tt, r, (term){n->words[0]}, b),
                  (term){n->words[1]});
}

// At least one is a sum.
static term add_sums(terms *tt, const ring *r, term a, term b) {
  term t = float_constant(tt, r, a, b);
  if (term_is_none(t))
    t = float_constant(tt, r, b, a);
  if (term_is_none(t))
    t = cancel_one(tt, r, a, b);
  if (term_is_none(t))
    t = cancel_one(tt, r, b, a);
  return term_is_none(t) ? cancel_two(tt, r, a, b) : t;
}

static term add_rules(terms *tt, const ring *r, term a, term b) {
  if (is_bv_ring(r) && width_of(tt, a) == 1)
    return term_bvxor(tt, a, b);
  order_args(tt, &a, &b);
  if (is_value(tt, b))
    return add_constant(tt, r, a, b);
  if (node_is_bv_complement(tt, a, b))
    return constant(tt, r, a, -1);
  term sum = factor_sum(tt, r, a, b);
  if (!term_is_none(sum))
    return mul_make(tt, r, base_of(tt, r, a), sum);
  bool sums = is_kind(tt, a, r->add) || is_kind(tt, b, r->add);
  term t = sums ? add_sums(tt, r, a, b) : lift_binary(tt, r->add, a, b);
  return term_is_none(t) ? node_make2(tt, r->add, sort_of(tt, a), a, b) : t;
}

static term add_make(terms *tt, const ring *r, term a, term b) {
  assert(sort_eq(sort_of(tt, a), sort_of(tt, b)));
  if (!rules_enter(tt))
    return node_make2(tt, r->add, sort_of(tt, a), a, b);
  return rules_leave(tt, add_rules(tt, r, a, b));
}

// --- products ---------------------------------------------------------------

static term mul_constant(terms *tt, const ring *r, term a, term k) {
  if (is_value(tt, a))
    return fold2(tt, r, BVOP_MUL, a, k);
  if (is_constant(tt, r, k, 0))
    return k;
  if (is_constant(tt, r, k, 1))
    return a;
  if (is_constant(tt, r, k, -1))
    return neg_make(tt, r, a);
  const node *n = node_of(tt, a);
  term x = {n->words[0]}, y = {n->words[1]};
  if (n->kind == r->neg)
    return mul_make(tt, r, x, fold_neg(tt, r, k));
  if (is_scaled(tt, r, n))
    return mul_make(tt, r, x, fold2(tt, r, BVOP_MUL, y, k));
  if (n->kind == r->add && is_value(tt, y))
    return add_make(tt, r, mul_make(tt, r, x, k), fold2(tt, r, BVOP_MUL, y, k));
  term t = lift_binary(tt, r->mul, a, k);
  return term_is_none(t) ? node_make2(tt, r->mul, sort_of(tt, a), a, k) : t;
}

// Signs and constant factors of a move outwards.
static term float_factor(terms *tt, const ring *r, term a, term b) {
  const node *n = node_of(tt, a);
  term x = {n->words[0]};
  if (n->kind == r->neg)
    return neg_make(tt, r, mul_make(tt, r, x, b));
  if (is_scaled(tt, r, n))
    return mul_make(tt, r, mul_make(tt, r, x, b), (term){n->words[1]});
  return TERM_NONE;
}

static term mul_rules(terms *tt, const ring *r, term a, term b) {
  if (is_bv_ring(r) && width_of(tt, a) == 1)
    return term_bvand(tt, a, b);
  order_args(tt, &a, &b);
  if (is_value(tt, b))
    return mul_constant(tt, r, a, b);
  term t = float_factor(tt, r, a, b);
  if (term_is_none(t))
    t = float_factor(tt, r, b, a);
  if (term_is_none(t))
    t = lift_binary(tt, r->mul, a, b);
  return term_is_none(t) ? node_make2(tt, r->mul, sort_of(tt, a), a, b) : t;
}

static term mul_make(terms *tt, const ring *r, term a, term b) {
  assert(sort_eq(sort_of(tt, a), sort_of(tt, b)));
  if (!rules_enter(tt))
    return node_make2(tt, r->mul, sort_of(tt, a), a, b);
  return rules_leave(tt, mul_rules(tt, r, a, b));
}

// --- the constructors -------------------------------------------------------

term term_bvneg(terms *tt, term a) {
  assert(is_bv(tt, a));
  return neg_make(tt, &BV, a);
}

term term_bvadd(terms *tt, term a, term b) {
  assert(is_bv(tt, a));
  return add_make(tt, &BV, a, b);
}

term term_bvsub(terms *tt, term a, term b) {
  assert(is_bv(tt, a));
  return add_make(tt, &BV, a, neg_make(tt, &BV, b));
}

term term_bvmul(terms *tt, term a, term b) {
  assert(is_bv(tt, a));
  return mul_make(tt, &BV, a, b);
}

term term_neg(terms *tt, term a) {
  assert(is_int(tt, a) || is_real(tt, a));
  return neg_make(tt, &NUMBER, a);
}

term term_add(terms *tt, term a, term b) {
  assert(is_int(tt, a) || is_real(tt, a));
  return add_make(tt, &NUMBER, a, b);
}

term term_sub(terms *tt, term a, term b) {
  assert(is_int(tt, a) || is_real(tt, a));
  return add_make(tt, &NUMBER, a, neg_make(tt, &NUMBER, b));
}

term term_mul(terms *tt, term a, term b) {
  assert(is_int(tt, a) || is_real(tt, a));
  return mul_make(tt, &NUMBER, a, b);
}
