// SPDX-License-Identifier: Apache-2.0
// Multiplication with powers of two, and taking exponents off.
#include "float/parts.h"

#include <assert.h>

// Zeros, infinite floats and NaNs have no exponent to speak of.
static term has_none(const float_context *c, const float_parts *p) {
  return term_or(c->tt, p->is_special, float_part_zero(c, p));
}

static term or_itself(const float_context *c, const float_parts *p, term a,
                      term scaled) {
  term same = float_ite(c, float_part_nan(c, p), float_quiet(c, a), a);
  return float_ite(c, has_none(c, p), same, scaled);
}

// No width is lost in the sum of the exponents: the last stage takes any.
term float_scale(const float_context *c, term a, term n) {
  terms *tt = c->tt;
  float_parts p = float_split(c, a);
  uint32_t e = c->format.exponent, given = term_width(tt, n);
  uint32_t bits = (given > e ? given : e) + 2;
  term zeros;
  term x = float_normalize(tt, p.significand, &zeros);
  term base = term_bvsub(tt, float_resize(tt, p.exponent, bits),
                         float_resize(tt, zeros, bits));
  base = term_bvadd(tt, base, term_sign_extend(tt, n, bits - given));
  float_raw r = {.sign = p.sign,
                 .base = term_bvsub(tt, base, term_bv(tt, bits, 1)),
                 .significand = term_concat(tt, x, term_bv(tt, 2, 0)),
                 .sticky = term_false(tt)};
  return or_itself(c, &p, a, float_round_raw(c, &r));
}

term float_mantissa(const float_context *c, term a) {
  terms *tt = c->tt;
  float_parts p = float_split(c, a);
  term zeros, x = float_normalize(tt, p.significand, &zeros);
  term half = term_bv(tt, c->format.exponent, float_bias(c->format) - 1);
  term fraction = term_extract(tt, x, c->format.precision - 2, 0);
  term scaled = float_signed(c, p.sign, term_concat(tt, half, fraction));
  return or_itself(c, &p, a, scaled);
}

term float_exponent(const float_context *c, term a, uint32_t width) {
  terms *tt = c->tt;
  assert(width >= c->format.exponent + 2);
  float_parts p = float_split(c, a);
  term zeros = float_leading_zeros(tt, p.significand);
  term stored = term_bvsub(tt, float_resize(tt, p.exponent, width),
                           float_resize(tt, zeros, width));
  term half = term_bv(tt, width, float_bias(c->format) - 1);
  return float_ite(c, has_none(c, &p), term_bv(tt, width, 0),
                   term_bvsub(tt, stored, half));
}
