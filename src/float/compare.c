// SPDX-License-Identifier: Apache-2.0
// Comparison, classification and signs.
//
// Floats of one sign are ordered like their words, or the other way round; so
// one comparison of whole words and the signs decide. Zeros and NaNs are the
// exceptions.
#include "float/parts.h"

// --- signs ------------------------------------------------------------------

term float_is_negative(const float_context *c, term a) {
  return float_bit(c->tt, a, float_width(c->format) - 1);
}

term float_neg(const float_context *c, term a) {
  uint32_t width = float_width(c->format);
  term t = term_bvxor(c->tt, a, float_power(c->tt, width, width - 1));
  return float_note(c, ORIGIN_FLOAT_NEG, t, a, TERM_NONE);
}

term float_abs(const float_context *c, term a) {
  return term_zero_extend(c->tt, float_magnitude(c, a), 1);
}

term float_copysign(const float_context *c, term a, term sign_of) {
  uint32_t top = float_width(c->format) - 1;
  return term_concat(c->tt, term_extract(c->tt, sign_of, top, top),
                     float_magnitude(c, a));
}

// --- classes ----------------------------------------------------------------

static term stored_exponent(const float_context *c, term a) {
  return term_extract(c->tt, a, float_width(c->format) - 2,
                      c->format.precision - 1);
}

static term is_special(const float_context *c, term a) {
  return term_eq_make(c->tt, stored_exponent(c, a),
                      float_ones(c->tt, c->format.exponent));
}

term float_is_nan(const float_context *c, term a) {
  return term_bvult(c->tt, float_infinite_magnitude(c), float_magnitude(c, a));
}

term float_is_signaling(const float_context *c, term a) {
  term is_quiet = float_bit(c->tt, a, c->format.precision - 2);
  return term_and(c->tt, float_is_nan(c, a), term_not(c->tt, is_quiet));
}

term float_is_infinite(const float_context *c, term a) {
  return term_eq_make(c->tt, float_infinite_magnitude(c),
                      float_magnitude(c, a));
}

static term float_is_finite(const float_context *c, term a) {
  return term_not(c->tt, is_special(c, a));
}

term float_is_zero(const float_context *c, term a) {
  return term_not(c->tt, float_any(c->tt, float_magnitude(c, a)));
}

term float_is_normal(const float_context *c, term a) {
  return term_and(c->tt, float_any(c->tt, stored_exponent(c, a)),
                  float_is_finite(c, a));
}

term float_is_subnormal(const float_context *c, term a) {
  return term_and(c->tt,
                  term_not(c->tt, float_any(c->tt, stored_exponent(c, a))),
                  term_not(c->tt, float_is_zero(c, a)));
}

// --- order ------------------------------------------------------------------

term float_is_unordered(const float_context *c, term a, term b) {
  return term_or(c->tt, float_is_nan(c, a), float_is_nan(c, b));
}

static term both_zero(const float_context *c, term a, term b) {
  return term_and(c->tt, float_is_zero(c, a), float_is_zero(c, b));
}

static term ordered_and(const float_context *c, term a, term b, term order) {
  return term_and(c->tt, term_not(c->tt, float_is_unordered(c, a, b)), order);
}

term float_eq(const float_context *c, term a, term b) {
  term same = term_eq_make(c->tt, a, b);
  return ordered_and(c, a, b, term_or(c->tt, same, both_zero(c, a, b)));
}

// Turned around where one of the words is that of a negative float.
static term is_below(const float_context *c, term a, term b) {
  term turned =
      term_or(c->tt, float_is_negative(c, a), float_is_negative(c, b));
  term below = term_xor(c->tt, term_bvult(c->tt, a, b), turned);
  if (term_get_kind(c->tt, below) != TERM_NOT)
    return float_note(c, ORIGIN_FLOAT_BELOW, below, a, b);
  term not_below = term_arg(c->tt, below, 0); // junctions look through it
  (void)float_note(c, ORIGIN_FLOAT_NOT_BELOW, not_below, a, b);
  return below;
}

term float_lt(const float_context *c, term a, term b) {
  terms *tt = c->tt;
  term differs =
      term_and(tt, term_distinct(tt, a, b), term_not(tt, both_zero(c, a, b)));
  return ordered_and(c, a, b, term_and(tt, differs, is_below(c, a, b)));
}

term float_le(const float_context *c, term a, term b) {
  terms *tt = c->tt;
  term same = term_or(tt, term_eq_make(tt, a, b), both_zero(c, a, b));
  return ordered_and(c, a, b, term_or(tt, same, is_below(c, a, b)));
}

// The library adds signaling NaNs, which makes the result a NaN.
static term select_ordered(const float_context *c, term a, term b,
                           term is_first) {
  terms *tt = c->tt;
  term nan_a = float_is_nan(c, a), nan_b = float_is_nan(c, b);
  term t = float_ite(c, term_or(tt, is_first, nan_b), a, b);
  t = float_ite(c, nan_a, b, t);
  term signals =
      term_or(tt, float_is_signaling(c, a), float_is_signaling(c, b));
  term both = term_and(tt, nan_a, nan_b);
  term quiet = float_quiet(c, float_ite(c, nan_a, a, b));
  return float_ite(c, term_or(tt, signals, both), quiet, t);
}

term float_min(const float_context *c, term a, term b) {
  return select_ordered(c, a, b, float_lt(c, a, b));
}

term float_max(const float_context *c, term a, term b) {
  return select_ordered(c, a, b, float_lt(c, b, a));
}
