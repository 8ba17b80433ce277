// SPDX-License-Identifier: Apache-2.0
// Addition.
//
// The operand of larger magnitude comes first; the other is shifted right to
// its exponent and added or subtracted, so that the sum is never negative.
// Three more bits (guard, round and sticky) make rounding exact. The sum is
// then shifted left by its leading zeros, but not below the smallest exponent:
// a one at the place where the exponent ends, or-ed in before zeros are
// counted, is all that this takes. A sum in the subnormal range is exact, so
// there is nothing to shift back.
#include "float/parts.h"

#include <assert.h>

enum { EXTRA = 3 };

// One bit below both operands carries the borrow into the adder: a - b is
// a + not b + 1, and one adder does.
term float_add_or_subtract(terms *tt, term a, term b, term subtract) {
  uint32_t width = term_width(tt, b);
  term one = term_bv(tt, 1, 1), borrow = float_word(tt, subtract);
  term mask =
      term_ite(tt, subtract, float_ones(tt, width), term_bv(tt, width, 0));
  term sum = term_bvadd(tt, term_concat(tt, a, one),
                        term_concat(tt, term_bvxor(tt, b, mask), borrow));
  return term_extract(tt, sum, width, 1);
}

static term add_aligned(const float_context *c, const float_parts *big,
                        const float_parts *small, term subtract) {
  terms *tt = c->tt;
  term none = term_bv(tt, EXTRA, 0);
  term a = term_concat(tt, big->significand, none);
  term b = term_concat(tt, small->significand, none);
  term by = term_bvsub(tt, big->exponent, small->exponent);
  term lost = term_false(tt);
  b = float_shift_sticky(tt, b, by, &lost);
  term jam = float_resize(tt, float_word(tt, lost), term_width(tt, b));
  b = term_bvor(tt, b, jam);
  return float_add_or_subtract(tt, term_zero_extend(tt, a, 1),
                               term_zero_extend(tt, b, 1), subtract);
}

// Leading zeros of the sum, at most as many as the exponent.
static term bounded_zeros(terms *tt, term sum, term exponent) {
  uint32_t width = term_width(tt, sum), bits = term_width(tt, exponent);
  uint32_t wide = width > bits ? width : bits;
  term end = term_bvlshr(tt, float_power(tt, wide, width - 1),
                         float_resize(tt, exponent, wide));
  return float_leading_zeros(tt,
                             term_bvor(tt, sum, float_resize(tt, end, width)));
}

static term round_sum(const float_context *c, term sum, term exponent,
                      term sign) {
  terms *tt = c->tt;
  uint32_t width = term_width(tt, sum), e = c->format.exponent;
  term zeros = bounded_zeros(tt, sum, exponent);
  term word = term_bvshl(tt, sum, float_resize(tt, zeros, width));
  // The count may be wider than a small exponent, but is never larger.
  float_inexact x = {
      .sign = sign,
      .base = term_bvsub(tt, exponent, float_resize(tt, zeros, e)),
      .significand = term_extract(tt, word, width - 1, EXTRA + 1),
      .guard = float_bit(tt, word, EXTRA),
      .sticky = float_any(tt, term_extract(tt, word, EXTRA - 1, 0))};
  uint64_t limit = ((uint64_t)1 << e) - 2;
  x.is_huge = term_bvule(tt, term_bv(tt, e, limit), x.base);
  return float_round(c, &x);
}

// The sign of a zero that is no operand's: plus, but minus when rounding down.
term float_zero_sum(const float_context *c, term sign, term subtract) {
  term exact = float_ite(c, subtract, float_mode_is(c, FLOAT_DOWNWARD), sign);
  return float_signed(c, exact, term_bv(c->tt, float_width(c->format) - 1, 0));
}

// 'nan' is what stands for b if it is one.
static term add(const float_context *c, term a, term b, term nan) {
  terms *tt = c->tt;
  term is_less = term_bvult(tt, float_magnitude(c, a), float_magnitude(c, b));
  term first = float_ite(c, is_less, b, a),
       second = float_ite(c, is_less, a, b);
  float_parts big = float_split(c, first), small = float_split(c, second);
  term subtract = term_xor(tt, big.sign, small.sign);
  term sum = add_aligned(c, &big, &small, subtract);
  term finite = float_ite(c, float_any(tt, sum),
                          round_sum(c, sum, big.exponent, big.sign),
                          float_zero_sum(c, big.sign, subtract));
  // The first is infinite or NaN if any is.
  term clash = term_and(tt, small.is_special, subtract);
  term infinite = float_ite(c, clash, float_nan(c), first);
  term quiet = float_quiet(c, float_ite(c, float_is_nan(c, a), a, nan));
  term special = float_ite(c, big.has_fraction, quiet, infinite);
  return float_ite(c, big.is_special, special, finite);
}

term float_add(const float_context *c, term a, term b) {
  return float_note(c, ORIGIN_FLOAT_ADD, add(c, a, b, b), a, b);
}

// A NaN that is subtracted keeps its sign.
term float_sub(const float_context *c, term a, term b) {
  term difference = add(c, a, float_neg(c, b), b);
  return float_note(c, ORIGIN_FLOAT_SUB, difference, a, b);
}
