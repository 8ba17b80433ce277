// SPDX-License-Identifier: Apache-2.0
// Constructors of bit-vector division and remainder.
//
// By a power of two, unsigned division is a shift and the remainder a mask.
// Division by zero is what SMT-LIB says: all ones (or 1 for a negative signed
// dividend), and the remainder is the dividend.
#include "term/build/build.h"

static term raw2(terms *tt, term_kind kind, term a, term b) {
  return node_make2(tt, kind, sort_of(tt, a), a, b);
}

// --- unsigned division ------------------------------------------------------

// zext(x) op k for udiv and urem, k not zero: the division of narrow terms.
static term narrow_division(terms *tt, term_kind kind, term a, term k) {
  const node *n = node_of(tt, a);
  if (n->kind != TERM_ZERO_EXTEND || is_zero(tt, k))
    return TERM_NONE;
  term x = {n->words[0]};
  uint32_t width = width_of(tt, a), narrow = width_of(tt, x);
  if (!is_zero(tt, term_extract(tt, k, width - 1, narrow)))
    return kind == TERM_BVUDIV ? bv_make_pattern(tt, width, BV_ZERO) : a;
  term low = term_extract(tt, k, narrow - 1, 0);
  term t =
      kind == TERM_BVUDIV ? term_bvudiv(tt, x, low) : term_bvurem(tt, x, low);
  return term_zero_extend(tt, t, width - narrow);
}

static term udiv_constant(terms *tt, term a, term k) {
  assert(is_value(tt, k));
  uint32_t width = width_of(tt, a);
  if (is_value(tt, a))
    return fold_binary(tt, BVOP_UDIV, a, k);
  if (is_zero(tt, k))
    return bv_make_pattern(tt, width, BV_ONES);
  int64_t bits = bv_log2(tt, k);
  if (bits == 0)
    return a;
  if (bits > 0)
    return term_zero_extend(tt, term_extract(tt, a, width - 1, (uint32_t)bits),
                            (uint32_t)bits);
  return narrow_division(tt, TERM_BVUDIV, a, k);
}

static term udiv_rules(terms *tt, term a, term b) {
  term t = TERM_NONE;
  if (is_value(tt, b))
    t = udiv_constant(tt, a, b);
  if (term_is_none(t) && term_eq(a, b)) {
    uint32_t width = width_of(tt, a);
    term zero = term_eq_make(tt, a, bv_make_pattern(tt, width, BV_ZERO));
    t = term_ite(tt, zero, bv_make_pattern(tt, width, BV_ONES),
                 bv_make_pattern(tt, width, BV_ONE));
  }
  if (term_is_none(t))
    t = lift_binary(tt, TERM_BVUDIV, a, b);
  return term_is_none(t) ? raw2(tt, TERM_BVUDIV, a, b) : t;
}

term term_bvudiv(terms *tt, term a, term b) {
  assert(is_bv(tt, a) && sort_eq(sort_of(tt, a), sort_of(tt, b)));
  if (!rules_enter(tt))
    return raw2(tt, TERM_BVUDIV, a, b);
  return rules_leave(tt, udiv_rules(tt, a, b));
}

static term urem_constant(terms *tt, term a, term k) {
  assert(is_value(tt, k));
  uint32_t width = width_of(tt, a);
  if (is_value(tt, a))
    return fold_binary(tt, BVOP_UREM, a, k);
  if (is_zero(tt, k))
    return a;
  int64_t bits = bv_log2(tt, k);
  if (bits == 0)
    return bv_make_pattern(tt, width, BV_ZERO);
  if (bits > 0)
    return term_zero_extend(tt, term_extract(tt, a, (uint32_t)bits - 1, 0),
                            width - (uint32_t)bits);
  return narrow_division(tt, TERM_BVUREM, a, k);
}

static term urem_rules(terms *tt, term a, term b) {
  // The remainder by zero is the dividend: these two hold for zero, too.
  if (term_eq(a, b) || is_zero(tt, a))
    return bv_make_pattern(tt, width_of(tt, a), BV_ZERO);
  term t = TERM_NONE;
  if (is_value(tt, b))
    t = urem_constant(tt, a, b);
  if (term_is_none(t))
    t = lift_binary(tt, TERM_BVUREM, a, b);
  return term_is_none(t) ? raw2(tt, TERM_BVUREM, a, b) : t;
}

term term_bvurem(terms *tt, term a, term b) {
  assert(is_bv(tt, a) && sort_eq(sort_of(tt, a), sort_of(tt, b)));
  if (!rules_enter(tt))
    return raw2(tt, TERM_BVUREM, a, b);
  return rules_leave(tt, urem_rules(tt, a, b));
}

// --- signed division --------------------------------------------------------

static bool is_negative_divisor(const terms *tt, term k) {
  return bv_bit(tt, k, width_of(tt, k) - 1) && !bv_is_pattern(tt, k, BV_MIN);
}

static term sdiv_constant(terms *tt, term a, term k) {
  assert(is_value(tt, k));
  uint32_t width = width_of(tt, a);
  if (is_value(tt, a))
    return fold_binary(tt, BVOP_SDIV, a, k);
  if (bv_is_pattern(tt, k, BV_ONE))
    return a;
  if (is_zero(tt, k)) {
    term negative = term_bvslt(tt, a, k);
    return term_ite(tt, negative, bv_make_pattern(tt, width, BV_ONE),
                    bv_make_pattern(tt, width, BV_ONES));
  }
  if (is_negative_divisor(tt, k))
    return term_bvneg(tt, term_bvsdiv(tt, a, fold_unary(tt, BVOP_NEG, k)));
  return TERM_NONE;
}

static term sdiv_rules(terms *tt, term a, term b) {
  term t = TERM_NONE;
  if (is_value(tt, b))
    t = sdiv_constant(tt, a, b);
  // By zero, both divisions of what is not negative give all ones.
  if (term_is_none(t) && node_is_nonnegative(tt, a) &&
      node_is_nonnegative(tt, b))
    t = term_bvudiv(tt, a, b);
  if (term_is_none(t))
    t = lift_binary(tt, TERM_BVSDIV, a, b);
  return term_is_none(t) ? raw2(tt, TERM_BVSDIV, a, b) : t;
}

term term_bvsdiv(terms *tt, term a, term b) {
  assert(is_bv(tt, a) && sort_eq(sort_of(tt, a), sort_of(tt, b)));
  if (!rules_enter(tt))
    return raw2(tt, TERM_BVSDIV, a, b);
  return rules_leave(tt, sdiv_rules(tt, a, b));
}

static term srem_constant(terms *tt, term a, term k) {
  assert(is_value(tt, k));
  if (is_value(tt, a))
    return fold_binary(tt, BVOP_SREM, a, k);
  if (is_zero(tt, k))
    return a;
  if (is_ones(tt, k) || bv_is_pattern(tt, k, BV_ONE))
    return bv_make_pattern(tt, width_of(tt, a), BV_ZERO);
  if (is_negative_divisor(tt, k)) // the sign is the dividend's alone
    return term_bvsrem(tt, a, fold_unary(tt, BVOP_NEG, k));
  return TERM_NONE;
}

static term srem_rules(terms *tt, term a, term b) {
  if (term_eq(a, b) || is_zero(tt, a))
    return bv_make_pattern(tt, width_of(tt, a), BV_ZERO);
  term t = TERM_NONE;
  if (is_value(tt, b))
    t = srem_constant(tt, a, b);
  if (term_is_none(t) && node_is_nonnegative(tt, a) &&
      node_is_nonnegative(tt, b))
    t = term_bvurem(tt, a, b);
  if (term_is_none(t))
    t = lift_binary(tt, TERM_BVSREM, a, b);
  return term_is_none(t) ? raw2(tt, TERM_BVSREM, a, b) : t;
}

term term_bvsrem(terms *tt, term a, term b) {
  assert(is_bv(tt, a) && sort_eq(sort_of(tt, a), sort_of(tt, b)));
  if (!rules_enter(tt))
    return raw2(tt, TERM_BVSREM, a, b);
  return rules_leave(tt, srem_rules(tt, a, b));
}
