// SPDX-License-Identifier: Apache-2.0
// Floats in pieces, and words as circuits need them.
#include "float/parts.h"

#include <assert.h>

float_context float_context_make(terms *tt, float_format format,
                                 float_mode mode) {
  assert(format.exponent >= 3 && format.exponent <= 30);
  assert(format.precision >= 3);
  assert(format.precision <= 1u << (format.exponent - 1));
  return (float_context){tt, format, term_bv(tt, FLOAT_MODE_BITS, mode)};
}

uint32_t float_width(float_format f) { return f.exponent + f.precision; }

// --- words ------------------------------------------------------------------

term float_bit(terms *tt, term a, uint32_t i) {
  return term_eq_make(tt, term_extract(tt, a, i, i), term_bv(tt, 1, 1));
}

term float_any(terms *tt, term a) {
  return term_distinct(tt, a, term_bv(tt, term_width(tt, a), 0));
}

term float_word(terms *tt, term b) {
  return term_ite(tt, b, term_bv(tt, 1, 1), term_bv(tt, 1, 0));
}

term float_ones(terms *tt, uint32_t width) {
  return term_bvnot(tt, term_bv(tt, width, 0));
}

term float_power(terms *tt, uint32_t width, uint32_t k) {
  assert(k < width);
  return term_bvshl(tt, term_bv(tt, width, 1), term_bv(tt, width, k));
}

term float_resize(terms *tt, term a, uint32_t width) {
  uint32_t from = term_width(tt, a);
  return from < width ? term_zero_extend(tt, a, width - from)
                      : term_extract(tt, a, width - 1, 0);
}

// Halves what is looked at in each step: if the upper half is zero, the lower
// one is left. One multiplexer per bit in all, unlike a shifter's one per bit
// and step.
term float_leading_zeros(terms *tt, term a) {
  uint32_t size = 1, width = term_width(tt, a);
  while (size < width)
    size *= 2;
  if (size > width)
    a = term_concat(tt, a, term_bv(tt, size - width, 0));
  term count = TERM_NONE;
  while (size > 1) {
    size /= 2;
    term high = term_extract(tt, a, 2 * size - 1, size);
    term low = term_extract(tt, a, size - 1, 0);
    term is_zero = term_not(tt, float_any(tt, high));
    a = term_ite(tt, is_zero, low, high);
    term bit = float_word(tt, is_zero);
    count = term_is_none(count) ? bit : term_concat(tt, count, bit);
  }
  assert(!term_is_none(count));
  return count;
}

term float_normalize(terms *tt, term a, term *zeros) {
  *zeros = float_leading_zeros(tt, a);
  return term_bvshl(tt, a, float_resize(tt, *zeros, term_width(tt, a)));
}

// One step per bit of the amount. The steps' lost bits add up to the width, so
// the sticky bit costs no more than comparing with zero.
term float_shift_sticky(terms *tt, term a, term amount, term *sticky) {
  uint32_t width = term_width(tt, a), bits = term_width(tt, amount);
  uint32_t k = 0;
  for (; k < bits && (1u << k) < width; k++) {
    uint32_t by = 1u << k;
    term moves = float_bit(tt, amount, k);
    term lost = float_any(tt, term_extract(tt, a, by - 1, 0));
    *sticky = term_or(tt, *sticky, term_and(tt, moves, lost));
    term moved = term_zero_extend(tt, term_extract(tt, a, width - 1, by), by);
    a = term_ite(tt, moves, moved, a);
  }
  if (k == bits)
    return a;
  term all = float_any(tt, term_extract(tt, amount, bits - 1, k));
  *sticky = term_or(tt, *sticky, term_and(tt, all, float_any(tt, a)));
  return term_ite(tt, all, term_bv(tt, width, 0), a);
}

term float_subtract_fitting(terms *tt, term a, term b, term *fits) {
  term difference = term_bvsub(tt, a, b);
  *fits = term_not(tt, float_bit(tt, difference, term_width(tt, a) - 1));
  return term_ite(tt, *fits, difference, a);
}

// --- pieces -----------------------------------------------------------------

float_parts float_split(const float_context *c, term a) {
  terms *tt = c->tt;
  uint32_t width = float_width(c->format), fraction = c->format.precision - 1;
  assert(term_width(tt, a) == width);
  term stored = term_extract(tt, a, width - 2, fraction);
  term low = term_extract(tt, a, fraction - 1, 0);
  term is_normal = float_any(tt, stored);
  term hidden = float_word(tt, is_normal);
  term one = float_word(tt, term_not(tt, is_normal));
  return (float_parts){
      .sign = float_bit(tt, a, width - 1),
      .exponent =
          term_bvor(tt, stored, float_resize(tt, one, c->format.exponent)),
      .significand = term_concat(tt, hidden, low),
      .is_normal = is_normal,
      .is_special =
          term_eq_make(tt, stored, float_ones(tt, c->format.exponent)),
      .has_fraction = float_any(tt, low)};
}

term float_magnitude(const float_context *c, term a) {
  return term_extract(c->tt, a, float_width(c->format) - 2, 0);
}

term float_signed(const float_context *c, term sign, term magnitude) {
  assert(term_width(c->tt, magnitude) == float_width(c->format) - 1);
  return term_concat(c->tt, float_word(c->tt, sign), magnitude);
}

term float_infinite_magnitude(const float_context *c) {
  uint32_t fraction = c->format.precision - 1;
  return term_concat(c->tt, float_ones(c->tt, c->format.exponent),
                     term_bv(c->tt, fraction, 0));
}

term float_quiet(const float_context *c, term a) {
  uint32_t width = float_width(c->format);
  return term_bvor(c->tt, a,
                   float_power(c->tt, width, c->format.precision - 2));
}

// --- constants --------------------------------------------------------------

term float_zero(const float_context *c, bool is_negative) {
  term magnitude = term_bv(c->tt, float_width(c->format) - 1, 0);
  return float_signed(c, term_bool(c->tt, is_negative), magnitude);
}

static term float_infinity(const float_context *c, bool is_negative) {
  return float_signed(c, term_bool(c->tt, is_negative),
                      float_infinite_magnitude(c));
}

term float_one(const float_context *c) {
  terms *tt = c->tt;
  term exponent = term_bv(tt, c->format.exponent + 1, float_bias(c->format));
  return term_concat(tt, exponent, term_bv(tt, c->format.precision - 1, 0));
}

term float_nan(const float_context *c) {
  return float_quiet(c, float_infinity(c, true));
}

// --- notes -------------------------------------------------------------------

static origin_format format_of(float_format f) {
  return (origin_format){(uint8_t)f.exponent, (uint8_t)f.precision};
}

static term note(const float_context *c, term_origin *o, float_format to,
                 term result) {
  if (!term_is_value(c->tt, c->mode) || float_width(c->format) > 64 ||
      float_width(to) > 64)
    return result;
  o->mode = (uint8_t)value_get_u64(term_get_value(c->tt, c->mode));
  o->from = format_of(c->format);
  o->to = format_of(to);
  term_note_origin(c->tt, result, o);
  return result;
}

term float_note(const float_context *c, origin_op op, term result, term a,
                term b) {
  term_origin o = {.op = (uint8_t)op, .args = {a, b}};
  o.arity = term_is_none(b) ? 1 : 2;
  return note(c, &o, c->format, result);
}

term float_note_to(const float_context *c, origin_op op, float_format to,
                   term result, term a) {
  term_origin o = {.op = (uint8_t)op, .arity = 1, .args = {a}};
  return note(c, &o, to, result);
}
