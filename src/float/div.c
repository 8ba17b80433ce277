// SPDX-License-Identifier: Apache-2.0
// Division and square root, digit by digit.
//
// Both operands are normalized. Each step of the division subtracts the divisor
// from what is left, and keeps the difference if it is not negative, which is
// one bit of the quotient: a subtractor and a multiplexer as wide as the
// significand, where a divider for integers would be as wide as the dividend
// with all its zeros. Two bits behind the significand, and whether anything is
// left, round exactly.
//
// Division by a power of two is multiplication with its inverse, also exactly;
// programs halve things all the time, and a constant factor costs little.
#include "float/parts.h"

#include <assert.h>

enum { ROOM = 2 };

typedef struct {
  term digits, left;
} quotient;

static void append_digit(terms *tt, quotient *q, term digit) {
  term bit = float_word(tt, digit);
  q->digits = term_is_none(q->digits) ? bit : term_concat(tt, q->digits, bit);
}

// What is left is less than twice the divisor, whose highest bit is zero: the
// highest bit of the difference is its sign.
static quotient divide(terms *tt, term a, term b, uint32_t count) {
  uint32_t width = term_width(tt, a);
  quotient q = {TERM_NONE, a};
  for (uint32_t k = 0; k < count; k++) {
    term fits;
    term rest = float_subtract_fitting(tt, q.left, b, &fits);
    q.left = term_concat(tt, term_extract(tt, rest, width - 2, 0),
                         term_bv(tt, 1, 0));
    append_digit(tt, &q, fits);
  }
  return q;
}

static term signed_zero(const float_context *c, term sign) {
  return float_signed(c, sign, term_bv(c->tt, float_width(c->format) - 1, 0));
}

static term quotient_of(const float_context *c, const float_parts *a,
                        const float_parts *b, term sign) {
  terms *tt = c->tt;
  uint32_t p = c->format.precision, bits = c->format.exponent + ROOM;
  term zeros_a, zeros_b;
  term x = float_normalize(tt, a->significand, &zeros_a);
  term y = float_normalize(tt, b->significand, &zeros_b);
  quotient q =
      divide(tt, term_zero_extend(tt, x, 1), term_zero_extend(tt, y, 1), p + 2);
  term up = term_bvadd(tt, float_resize(tt, a->exponent, bits),
                       float_resize(tt, zeros_b, bits));
  term down = term_bvadd(tt, float_resize(tt, b->exponent, bits),
                         float_resize(tt, zeros_a, bits));
  term bias = term_bv(tt, bits, float_bias(c->format) - 1);
  float_raw r = {.sign = sign,
                 .base = term_bvadd(tt, term_bvsub(tt, up, down), bias),
                 .significand = q.digits,
                 .sticky = float_any(tt, q.left)};
  return float_round_raw(c, &r);
}

// NaN, and whatever has an infinity or a zero among its operands.
static term divide_specials(const float_context *c, term a, term b,
                            const float_parts *pa, const float_parts *pb,
                            term finite) {
  terms *tt = c->tt;
  term sign = term_xor(tt, pa->sign, pb->sign);
  term nan_a = float_part_nan(c, pa), nan_b = float_part_nan(c, pb);
  term zero_a = float_part_zero(c, pa), zero_b = float_part_zero(c, pb);
  term both_zero = term_and(tt, zero_a, zero_b);
  term both_infinite = term_and(tt, pa->is_special, pb->is_special);
  term grows = term_or(tt, pa->is_special, zero_b);
  term infinite = float_signed(c, sign, float_infinite_magnitude(c));
  term shrinks = term_or(tt, zero_a, pb->is_special);
  term t = float_ite(c, shrinks, signed_zero(c, sign), finite);
  t = float_ite(c, grows, infinite, t);
  t = float_ite(c, term_or(tt, both_zero, both_infinite), float_nan(c), t);
  term quiet = float_quiet(c, float_ite(c, nan_a, a, b));
  return float_ite(c, term_or(tt, nan_a, nan_b), quiet, t);
}

// 1 / b if b is a constant power of two whose inverse is normal, too.
static term inverse(const float_context *c, term b) {
  terms *tt = c->tt;
  if (!term_is_value(tt, b))
    return TERM_NONE;
  float_parts p = float_split(c, b);
  uint32_t e = c->format.exponent;
  term twice = term_bv(tt, e, 2 * float_bias(c->format));
  if (!term_is_true(tt, p.is_normal) || !term_is_false(tt, p.is_special) ||
      !term_is_false(tt, p.has_fraction) || term_eq(p.exponent, twice))
    return TERM_NONE;
  term exponent = term_bvsub(tt, twice, p.exponent);
  term fraction = term_bv(tt, c->format.precision - 1, 0);
  return float_signed(c, p.sign, term_concat(tt, exponent, fraction));
}

term float_div(const float_context *c, term a, term b) {
  term factor = inverse(c, b);
  if (!term_is_none(factor))
    return float_mul(c, a, factor);
  float_parts pa = float_split(c, a), pb = float_split(c, b);
  term sign = term_xor(c->tt, pa.sign, pb.sign);
  term finite = quotient_of(c, &pa, &pb, sign);
  term t = divide_specials(c, a, b, &pa, &pb, finite);
  return float_note(c, ORIGIN_FLOAT_DIV, t, a, b);
}

// --- square root ------------------------------------------------------------

// Each step appends a digit to the root r: it is 1 if (r:01) fits into what is
// left of the operand, of which two more bits are taken. What is left after k
// steps is at most twice the root, so words grow with the steps.
static quotient extract_root(terms *tt, term a, uint32_t count) {
  uint32_t size = term_width(tt, a);
  quotient q = {TERM_NONE, term_bv(tt, 1, 0)};
  for (uint32_t k = 0; k < count; k++) {
    term pair = 2 * k + 2 <= size
                    ? term_extract(tt, a, size - 1 - 2 * k, size - 2 - 2 * k)
                    : term_bv(tt, 2, 0);
    term left = term_concat(tt, q.left, pair), one = term_bv(tt, 2, 1), fits;
    term tried = k == 0 ? one : term_concat(tt, q.digits, one);
    tried = float_resize(tt, tried, term_width(tt, left));
    left = float_subtract_fitting(tt, left, tried, &fits);
    append_digit(tt, &q, fits);
    q.left = float_resize(tt, left, k + 2);
  }
  return q;
}

// The exponent is made even. The root of a float is never subnormal.
static term root_of(const float_context *c, const float_parts *a) {
  terms *tt = c->tt;
  uint32_t p = c->format.precision, bits = c->format.exponent + ROOM;
  uint64_t bias = float_bias(c->format);
  term zeros;
  term x = float_normalize(tt, a->significand, &zeros);
  // Distance from the exponent of 1, which is the bias, an odd number.
  term exponent = term_bvsub(tt, float_resize(tt, a->exponent, bits),
                             float_resize(tt, zeros, bits));
  term distance = term_bvsub(tt, exponent, term_bv(tt, bits, bias));
  term is_odd = float_bit(tt, distance, 0);
  // Two bits before the point, and an even number of bits in all.
  uint32_t size = p + 1 + (p + 1) % 2, tail = size - p - 1;
  term even = term_concat(tt, term_bv(tt, 1, 0), x);
  term odd = term_concat(tt, x, term_bv(tt, 1, 0));
  term operand = float_ite(c, is_odd, odd, even);
  if (tail > 0)
    operand = term_concat(tt, operand, term_bv(tt, tail, 0));
  quotient q = extract_root(tt, operand, p + 2);
  term half = term_sign_extend(tt, term_extract(tt, distance, bits - 1, 1), 1);
  float_raw r = {.sign = term_false(tt),
                 .base = term_bvadd(tt, half, term_bv(tt, bits, bias - 1)),
                 .significand = q.digits,
                 .sticky = float_any(tt, q.left)};
  return float_round_raw(c, &r);
}

term float_sqrt(const float_context *c, term a) {
  float_parts p = float_split(c, a);
  term t = float_ite(c, p.sign, float_nan(c),
                     float_ite(c, p.is_special, a, root_of(c, &p)));
  t = float_ite(c, float_part_nan(c, &p), float_quiet(c, a), t);
  t = float_ite(c, float_part_zero(c, &p), a, t);
  return float_note(c, ORIGIN_FLOAT_SQRT, t, a, TERM_NONE);
}
