// SPDX-License-Identifier: Apache-2.0
// Fused multiplication and addition: one rounding.
//
// The product of two normalized significands is exact in twice the precision.
// It is added there to the addend as float_add does it, and the sum is
// normalized and rounded once.
#include "float/parts.h"

#include <assert.h>

enum { ROOM = 4, EXTRA = 3 };

// A normalized number of twice the precision.
typedef struct {
  term sign;
  term exponent;    // as stored in an unlimited exponent; signed
  term significand; // 0: zero, with an exponent below all others
} wide;

static term least_exponent(const float_context *c) {
  uint32_t bits = c->format.exponent + ROOM;
  return term_bvneg(c->tt, float_power(c->tt, bits, c->format.exponent + 1));
}

static wide wide_or_zero(const float_context *c, wide w, term is_zero) {
  w.exponent = float_ite(c, is_zero, least_exponent(c), w.exponent);
  w.significand =
      float_ite(c, is_zero, term_bv(c->tt, term_width(c->tt, w.significand), 0),
                w.significand);
  return w;
}

static term normal_exponent(const float_context *c, const float_parts *p,
                            term zeros) {
  uint32_t bits = c->format.exponent + ROOM;
  return term_bvsub(c->tt, float_resize(c->tt, p->exponent, bits),
                    float_resize(c->tt, zeros, bits));
}

static wide product_of(const float_context *c, const float_parts *a,
                       const float_parts *b) {
  terms *tt = c->tt;
  uint32_t p = c->format.precision, bits = c->format.exponent + ROOM;
  term zeros_a, zeros_b;
  term x = float_normalize(tt, a->significand, &zeros_a);
  term y = float_normalize(tt, b->significand, &zeros_b);
  term product =
      term_bvmul(tt, term_zero_extend(tt, x, p), term_zero_extend(tt, y, p));
  term is_high = float_bit(tt, product, 2 * p - 1);
  term left = term_concat(tt, term_extract(tt, product, 2 * p - 2, 0),
                          term_bv(tt, 1, 0));
  term sum = term_bvadd(tt, normal_exponent(c, a, zeros_a),
                        normal_exponent(c, b, zeros_b));
  sum = term_bvsub(tt, sum, term_bv(tt, bits, float_bias(c->format)));
  sum = term_bvadd(tt, sum, float_resize(tt, float_word(tt, is_high), bits));
  wide w = {term_xor(tt, a->sign, b->sign), sum,
            float_ite(c, is_high, product, left)};
  return wide_or_zero(
      c, w, term_or(tt, float_part_zero(c, a), float_part_zero(c, b)));
}

static wide widened(const float_context *c, const float_parts *a) {
  terms *tt = c->tt;
  term zeros;
  term x = float_normalize(tt, a->significand, &zeros);
  wide w = {a->sign, normal_exponent(c, a, zeros),
            term_concat(tt, x, term_bv(tt, c->format.precision, 0))};
  return wide_or_zero(c, w, float_part_zero(c, a));
}

static void swap_if(const float_context *c, term condition, wide *a, wide *b) {
  wide x = *a, y = *b;
  a->sign = float_ite(c, condition, y.sign, x.sign);
  b->sign = float_ite(c, condition, x.sign, y.sign);
  a->exponent = float_ite(c, condition, y.exponent, x.exponent);
  b->exponent = float_ite(c, condition, x.exponent, y.exponent);
  a->significand = float_ite(c, condition, y.significand, x.significand);
  b->significand = float_ite(c, condition, x.significand, y.significand);
}

static term is_smaller(terms *tt, const wide *a, const wide *b) {
  term same = term_eq_make(tt, a->exponent, b->exponent);
  return term_or(
      tt, term_bvslt(tt, a->exponent, b->exponent),
      term_and(tt, same, term_bvult(tt, a->significand, b->significand)));
}

static term round_sum(const float_context *c, const wide *big, term sum) {
  terms *tt = c->tt;
  uint32_t width = term_width(tt, sum), kept = c->format.precision + 2;
  term zeros;
  term word = float_normalize(tt, sum, &zeros);
  uint32_t bits = term_width(tt, big->exponent);
  float_raw r = {
      .sign = big->sign,
      .base = term_bvsub(tt, big->exponent, float_resize(tt, zeros, bits)),
      .significand = term_extract(tt, word, width - 1, width - kept),
      .sticky = float_any(tt, term_extract(tt, word, width - kept - 1, 0))};
  return float_round_raw(c, &r);
}

static term add_wide(const float_context *c, wide a, wide b) {
  terms *tt = c->tt;
  swap_if(c, is_smaller(tt, &a, &b), &a, &b);
  term subtract = term_xor(tt, a.sign, b.sign);
  term none = term_bv(tt, EXTRA, 0);
  term x = term_concat(tt, a.significand, none);
  term y = term_concat(tt, b.significand, none);
  term lost = term_false(tt);
  y = float_shift_sticky(tt, y, term_bvsub(tt, a.exponent, b.exponent), &lost);
  y = term_bvor(tt, y,
                float_resize(tt, float_word(tt, lost), term_width(tt, y)));
  term sum = float_add_or_subtract(tt, term_zero_extend(tt, x, 1),
                                   term_zero_extend(tt, y, 1), subtract);
  return float_ite(c, float_any(tt, sum), round_sum(c, &a, sum),
                   float_zero_sum(c, a.sign, subtract));
}

// Infinite operands: the sum of an infinite product and the addend.
static term infinite(const float_context *c, const float_parts *a,
                     const float_parts *b, const float_parts *addend,
                     term sign) {
  terms *tt = c->tt;
  term has_infinite = term_or(tt, a->is_special, b->is_special);
  term has_zero = term_or(tt, float_part_zero(c, a), float_part_zero(c, b));
  term clash = term_and(tt, term_xor(tt, sign, addend->sign),
                        term_and(tt, has_infinite, addend->is_special));
  term invalid = term_or(tt, term_and(tt, has_infinite, has_zero), clash);
  term result_sign = float_ite(c, has_infinite, sign, addend->sign);
  return float_ite(c, invalid, float_nan(c),
                   float_signed(c, result_sign, float_infinite_magnitude(c)));
}

term float_fma(const float_context *c, term a, term b, term addend) {
  terms *tt = c->tt;
  float_parts pa = float_split(c, a), pb = float_split(c, b);
  float_parts pc = float_split(c, addend);
  wide product = product_of(c, &pa, &pb);
  term finite = add_wide(c, product, widened(c, &pc));
  term is_special =
      term_or(tt, pa.is_special, term_or(tt, pb.is_special, pc.is_special));
  term t = float_ite(c, is_special, infinite(c, &pa, &pb, &pc, product.sign),
                     finite);
  t = float_ite(c, float_part_nan(c, &pc), float_quiet(c, addend), t);
  t = float_ite(c, float_part_nan(c, &pb), float_quiet(c, b), t);
  return float_ite(c, float_part_nan(c, &pa), float_quiet(c, a), t);
}
