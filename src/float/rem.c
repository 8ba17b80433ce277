// SPDX-License-Identifier: Apache-2.0
// Remainders, exact and without rounding.
//
// The long division that is never written down: as many steps as the exponents
// differ, each of which doubles what is left and subtracts the divisor if it
// fits. Nobody knows the exponents, so there are as many steps as there may
// ever be, and the first ones do nothing: for double more than two thousand.
// Constant operands make it shorter.
//
// What is left is kept in halves of the divisor's last place: the remainder to
// the nearest quotient looks at one bit more, and an operand of the next
// smaller exponent may still have a quotient of one.
#include "float/parts.h"

#include <assert.h>

enum { ROOM = 2 };

typedef struct {
  term exponent;    // of the normalized operand; signed
  term significand; // normalized
} operand;

static operand normal(const float_context *c, term a) {
  terms *tt = c->tt;
  float_parts p = float_split(c, a);
  uint32_t bits = c->format.exponent + ROOM;
  operand o;
  term zeros;
  o.significand = float_normalize(tt, p.significand, &zeros);
  o.exponent = term_bvsub(tt, float_resize(tt, p.exponent, bits),
                          float_resize(tt, zeros, bits));
  return o;
}

// Steps that can be needed: the largest difference of exponents, plus one.
static uint32_t step_count(const float_context *c, const operand *a,
                           const operand *b) {
  terms *tt = c->tt;
  int64_t high = ((int64_t)1 << c->format.exponent) - 2;
  int64_t low = 2 - (int64_t)c->format.precision;
  if (term_is_value(tt, a->exponent))
    high = value_get_s64(term_get_value(tt, a->exponent));
  if (term_is_value(tt, b->exponent))
    low = value_get_s64(term_get_value(tt, b->exponent));
  return high < low ? 1 : (uint32_t)(high - low) + 1;
}

typedef struct {
  term left;   // in halves, less than twice the divisor's significand
  term is_odd; // the quotient
} division;

static division divide(const float_context *c, const operand *a,
                       const operand *b, term distance) {
  terms *tt = c->tt;
  uint32_t width = c->format.precision + 2, bits = term_width(tt, distance);
  term divisor = term_concat(tt, float_resize(tt, b->significand, width - 1),
                             term_bv(tt, 1, 0));
  term is_less = float_bit(tt, distance, bits - 1);
  term whole = term_concat(tt, float_resize(tt, a->significand, width - 1),
                           term_bv(tt, 1, 0));
  division d = {
      float_ite(c, is_less, float_resize(tt, a->significand, width), whole),
      term_false(tt)};
  for (uint32_t k = step_count(c, a, b); k-- > 0;) {
    term is_active = term_bvsle(tt, term_bv(tt, bits, k), distance);
    term fits, rest = float_subtract_fitting(tt, d.left, divisor, &fits);
    d.is_odd = term_and(tt, is_active, fits);
    if (k > 0)
      rest = term_concat(tt, term_extract(tt, rest, width - 2, 0),
                         term_bv(tt, 1, 0));
    d.left = float_ite(c, is_active, rest, d.left);
  }
  return d;
}

// A number of halves of the last place at b's exponent, as a float.
static term pack(const float_context *c, term sign, term halves,
                 const operand *b) {
  terms *tt = c->tt;
  term zeros, is_zero = term_not(tt, float_any(tt, halves));
  uint32_t bits = term_width(tt, b->exponent);
  term word = float_normalize(tt, halves, &zeros);
  assert(term_width(tt, word) == c->format.precision + 2);
  float_raw r = {.sign = sign,
                 .base =
                     term_bvsub(tt, b->exponent, float_resize(tt, zeros, bits)),
                 .significand = word,
                 .sticky = term_false(tt)};
  term zero = float_signed(c, sign, term_bv(tt, float_width(c->format) - 1, 0));
  return float_ite(c, is_zero, zero, float_round_raw(c, &r));
}

static term special(const float_context *c, term a, term b, term result) {
  terms *tt = c->tt;
  term invalid = term_or(tt, float_is_infinite(c, a), float_is_zero(c, b));
  term same = term_or(tt, float_is_infinite(c, b), float_is_zero(c, a));
  term t = float_ite(c, same, a, result);
  t = float_ite(c, invalid, float_nan(c), t);
  t = float_ite(c, float_is_nan(c, b), float_quiet(c, b), t);
  return float_ite(c, float_is_nan(c, a), float_quiet(c, a), t);
}

term float_fmod(const float_context *c, term a, term b) {
  terms *tt = c->tt;
  operand x = normal(c, a), y = normal(c, b);
  term distance = term_bvsub(tt, x.exponent, y.exponent);
  term is_less = float_bit(tt, distance, term_width(tt, distance) - 1);
  division d = divide(c, &x, &y, distance);
  term rest = pack(c, float_is_negative(c, a), d.left, &y);
  term t = special(c, a, b, float_ite(c, is_less, a, rest));
  return float_note(c, ORIGIN_FLOAT_FMOD, t, a, b);
}

term float_remainder(const float_context *c, term a, term b) {
  terms *tt = c->tt;
  uint32_t width = c->format.precision + 2;
  operand x = normal(c, a), y = normal(c, b);
  term distance = term_bvsub(tt, x.exponent, y.exponent);
  term minus_one = float_ones(tt, term_width(tt, distance));
  term is_far_less = term_bvslt(tt, distance, minus_one);
  division d = divide(c, &x, &y, distance);
  // More than half of the divisor is left, or half of it and the quotient is
  // odd: the next quotient is nearer, or even.
  term half = float_resize(tt, y.significand, width);
  term tie = term_and(tt, term_eq_make(tt, half, d.left), d.is_odd);
  term next = term_or(tt, term_bvult(tt, half, d.left), tie);
  term whole = term_concat(tt, float_resize(tt, y.significand, width - 1),
                           term_bv(tt, 1, 0));
  term halves = float_ite(c, next, term_bvsub(tt, whole, d.left), d.left);
  term sign = term_xor(tt, float_is_negative(c, a), next);
  term rest = pack(c, sign, halves, &y);
  return special(c, a, b, float_ite(c, is_far_less, a, rest));
}
