// SPDX-License-Identifier: Apache-2.0
// Multiplication.
//
// Significands are multiplied as they are. If one operand is subnormal, it is
// normalized first; one normalizer is enough, because the product of two
// subnormals is far below the smallest float, where only its not being zero
// matters. The product of the rest has its highest bit at one of two places.
#include "float/parts.h"

#include <assert.h>

// Exponents of two operands and their sum, with room for a sign.
enum { ROOM = 2 };

typedef struct {
  term product; // twice the precision
  term base;    // stored exponent - 1 if the highest bit is set; signed
} raw_product;

static raw_product multiply(const float_context *c, const float_parts *a,
                            const float_parts *b) {
  terms *tt = c->tt;
  uint32_t p = c->format.precision, bits = c->format.exponent + ROOM;
  term x = float_ite(c, a->is_normal, b->significand, a->significand);
  term y = float_ite(c, a->is_normal, a->significand, b->significand);
  term zeros;
  x = float_normalize(tt, x, &zeros);
  term sum = term_bvadd(tt, float_resize(tt, a->exponent, bits),
                        float_resize(tt, b->exponent, bits));
  term less = term_bvadd(tt, float_resize(tt, zeros, bits),
                         term_bv(tt, bits, float_bias(c->format)));
  return (raw_product){
      term_bvmul(tt, term_zero_extend(tt, x, p), term_zero_extend(tt, y, p)),
      term_bvsub(tt, sum, less)};
}

// NaN, infinity times zero, infinity, zero.
static term special(const float_context *c, term a, term b, term sign,
                    const float_parts *pa, const float_parts *pb) {
  terms *tt = c->tt;
  term nan_a = float_part_nan(c, pa), nan_b = float_part_nan(c, pb);
  term clash = term_or(tt, float_part_zero(c, pa), float_part_zero(c, pb));
  term infinite = float_signed(c, sign, float_infinite_magnitude(c));
  term t = float_ite(c, clash, float_nan(c), infinite);
  term quiet = float_quiet(c, float_ite(c, nan_a, a, b));
  return float_ite(c, term_or(tt, nan_a, nan_b), quiet, t);
}

term float_mul(const float_context *c, term a, term b) {
  terms *tt = c->tt;
  uint32_t p = c->format.precision;
  float_parts pa = float_split(c, a), pb = float_split(c, b);
  term sign = term_xor(tt, pa.sign, pb.sign);
  raw_product r = multiply(c, &pa, &pb);
  float_raw x = {
      .sign = sign,
      .base = r.base,
      .significand = term_extract(tt, r.product, 2 * p - 1, p - 2),
      .sticky = p > 2 ? float_any(tt, term_extract(tt, r.product, p - 3, 0))
                      : term_false(tt)};
  term is_zero = term_or(tt, float_part_zero(c, &pa), float_part_zero(c, &pb));
  term zero = float_signed(c, sign, term_bv(tt, float_width(c->format) - 1, 0));
  term finite = float_ite(c, is_zero, zero, float_round_raw(c, &x));
  term is_special = term_or(tt, pa.is_special, pb.is_special);
  term t = float_ite(c, is_special, special(c, a, b, sign, &pa, &pb), finite);
  return float_note(c, ORIGIN_FLOAT_MUL, t, a, b);
}
