// SPDX-License-Identifier: Apache-2.0
// Conversion between formats, from and to integers, and to integral floats.
#include "float/parts.h"

#include <assert.h>

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

// Bits that hold 0 ... n.
static uint32_t bits_for(uint64_t n) {
  uint32_t bits = 1;
  while (n >> bits != 0)
    bits++;
  return bits;
}

// The 'width' highest bits of a word; *sticky: whether a one is below them. A
// short word is filled with zeros.
static term take_top(terms *tt, term a, uint32_t width, term *sticky) {
  uint32_t from = term_width(tt, a);
  if (from <= width) {
    *sticky = term_false(tt);
    return from == width ? a : term_concat(tt, a, term_bv(tt, width - from, 0));
  }
  *sticky = float_any(tt, term_extract(tt, a, from - width - 1, 0));
  return term_extract(tt, a, from - 1, from - width);
}

// --- between formats --------------------------------------------------------

// The payload keeps its highest bits.
static term convert_nan(const float_context *c, const float_context *to,
                        term a) {
  terms *tt = c->tt;
  term ignored;
  term low = term_extract(tt, a, c->format.precision - 2, 0);
  term fraction = take_top(tt, low, to->format.precision - 1, &ignored);
  term exponent = float_ones(tt, to->format.exponent);
  term magnitude = term_concat(tt, exponent, fraction);
  return float_quiet(to, float_signed(to, float_is_negative(c, a), magnitude));
}

term float_convert(const float_context *c, float_format target, term a) {
  terms *tt = c->tt;
  float_context to = {tt, target, c->mode};
  if (target.exponent == c->format.exponent &&
      target.precision == c->format.precision)
    return a;
  float_parts p = float_split(c, a);
  uint32_t bits = larger(c->format.exponent, target.exponent) + 2;
  term zeros;
  term x = float_normalize(tt, p.significand, &zeros);
  term base = term_bvsub(tt, float_resize(tt, p.exponent, bits),
                         float_resize(tt, zeros, bits));
  term shift = term_bv(tt, bits, float_bias(target));
  shift = term_bvsub(tt, shift, term_bv(tt, bits, float_bias(c->format) + 1));
  float_raw r = {.sign = p.sign, .base = term_bvadd(tt, base, shift)};
  r.significand = take_top(tt, x, target.precision + 2, &r.sticky);
  term zero =
      float_signed(&to, p.sign, term_bv(tt, float_width(target) - 1, 0));
  term infinite = float_signed(&to, p.sign, float_infinite_magnitude(&to));
  term special = float_ite(c, p.has_fraction, convert_nan(c, &to, a), infinite);
  term finite =
      float_ite(c, float_part_zero(c, &p), zero, float_round_raw(&to, &r));
  term t = float_ite(c, p.is_special, special, finite);
  return float_note_to(c, ORIGIN_FLOAT_CONVERT, target, t, a);
}

// --- from integers ----------------------------------------------------------

term float_from_int(const float_context *c, term a, bool is_signed) {
  terms *tt = c->tt;
  uint32_t width = term_width(tt, a);
  term sign = is_signed ? float_bit(tt, a, width - 1) : term_false(tt);
  term zeros;
  term x = float_ite(c, sign, term_bvneg(tt, a), a);
  term is_zero = term_not(tt, float_any(tt, x));
  if (width == 1)
    zeros = term_bv(tt, 1, 0);
  else
    x = float_normalize(tt, x, &zeros);
  // Signed, and large enough for the exponent of any integer of the width.
  uint64_t top = float_bias(c->format) + width;
  uint32_t bits = larger(bits_for(top), c->format.exponent) + 2;
  float_raw r = {.sign = sign,
                 .base = term_bvsub(tt, term_bv(tt, bits, top - 2),
                                    float_resize(tt, zeros, bits))};
  r.significand = take_top(tt, x, c->format.precision + 2, &r.sticky);
  term t = float_ite(c, is_zero, float_zero(c, false), float_round_raw(c, &r));
  origin_op op =
      is_signed ? ORIGIN_FLOAT_FROM_SIGNED : ORIGIN_FLOAT_FROM_UNSIGNED;
  return float_note(c, op, t, a, TERM_NONE);
}

// --- to integers ------------------------------------------------------------

// The significand is put at the top of a word that is as wide as the result,
// with guard and sticky bit below, and shifted right to its exponent.
static float_inexact to_fixed(const float_context *c, const float_parts *p,
                              uint32_t width, term *is_large) {
  terms *tt = c->tt;
  uint32_t bits = larger(c->format.exponent, bits_for(width)) + 2;
  uint64_t top = float_bias(c->format) + width - 1;
  term by = term_bvsub(
      tt, term_bv(tt, larger(bits, bits_for(top) + 1), top),
      float_resize(tt, p->exponent, larger(bits, bits_for(top) + 1)));
  *is_large = float_bit(tt, by, term_width(tt, by) - 1);
  term sticky;
  term word = take_top(tt, p->significand, width + 2, &sticky);
  word = float_shift_sticky(tt, word, by, &sticky);
  return (float_inexact){.sign = p->sign,
                         .significand = term_extract(tt, word, width + 1, 2),
                         .guard = float_bit(tt, word, 1),
                         .sticky = term_or(tt, sticky, float_bit(tt, word, 0))};
}

// Magnitudes of negative results may be one larger.
static term fits(terms *tt, term magnitude, term sign, bool is_signed) {
  uint32_t width = term_width(tt, magnitude) - 1;
  if (!is_signed)
    return term_and(tt, term_not(tt, float_bit(tt, magnitude, width)),
                    term_or(tt, term_not(tt, sign),
                            term_not(tt, float_any(tt, magnitude))));
  term least = float_power(tt, width + 1, width - 1);
  return term_or(tt, term_bvult(tt, magnitude, least),
                 term_and(tt, sign, term_eq_make(tt, magnitude, least)));
}

float_integer float_to_int(const float_context *c, term a, uint32_t width,
                           bool is_signed) {
  terms *tt = c->tt;
  float_parts p = float_split(c, a);
  term is_large;
  float_inexact x = to_fixed(c, &p, width, &is_large);
  term up = float_word(tt, float_rounds_up(c, &x));
  term magnitude = term_bvadd(tt, term_zero_extend(tt, x.significand, 1),
                              float_resize(tt, up, width + 1));
  term low = term_extract(tt, magnitude, width - 1, 0);
  term beyond = term_or(tt, p.is_special, is_large);
  term is_inexact = term_or(tt, x.guard, x.sticky);
  float_integer r = {.bits = float_ite(c, p.sign, term_bvneg(tt, low), low),
                     .is_in_range =
                         term_and(tt, term_not(tt, beyond),
                                  fits(tt, magnitude, p.sign, is_signed))};
  r.is_exact = term_and(tt, r.is_in_range, term_not(tt, is_inexact));
  origin_op op = is_signed ? ORIGIN_FLOAT_TO_SIGNED : ORIGIN_FLOAT_TO_UNSIGNED;
  (void)float_note(c, op, r.bits, a, TERM_NONE);
  return r;
}

// --- to integral floats -----------------------------------------------------

// Ones where a float with this exponent has its fractional bits; a shifted
// constant, so it costs little. The word has the exponent's bits, too.
static term fraction_mask(const float_context *c, term steps) {
  terms *tt = c->tt;
  uint32_t fraction = c->format.precision - 1;
  uint32_t width = float_width(c->format) - 1;
  term all = float_resize(tt, float_ones(tt, fraction), width);
  return term_bvlshr(tt, all, float_resize(tt, steps, width));
}

// Floats of magnitude 1 and more: the fractional bits are cleared, and one
// above them is added to round up.
static term round_large(const float_context *c, term a, term steps) {
  terms *tt = c->tt;
  term word = float_magnitude(c, a);
  uint32_t width = term_width(tt, word);
  term mask = fraction_mask(c, steps), one = term_bv(tt, width, 1);
  term below = term_bvlshr(tt, mask, one), unit = term_bvadd(tt, mask, one);
  term half = term_bvxor(tt, mask, below);
  // The unit of 1.0 itself is not stored; the lowest bit of its exponent, an
  // odd number, stands in its place.
  term is_odd = float_any(tt, term_bvand(tt, word, unit));
  float_inexact x = {.sign = float_is_negative(c, a),
                     .significand = float_word(tt, is_odd),
                     .guard = float_any(tt, term_bvand(tt, word, half)),
                     .sticky = float_any(tt, term_bvand(tt, word, below))};
  term up = float_ite(c, float_rounds_up(c, &x), unit, term_bv(tt, width, 0));
  term cut = term_bvand(tt, word, term_bvnot(tt, mask));
  return term_bvadd(tt, cut, up);
}

// Floats of magnitude below 1: zero or one.
static term round_small(const float_context *c, term a, const float_parts *p) {
  terms *tt = c->tt;
  uint32_t width = float_width(c->format) - 1;
  term half = term_bv(tt, c->format.exponent, float_bias(c->format) - 1);
  term is_half = term_eq_make(tt, p->exponent, half);
  term is_zero = float_part_zero(c, p);
  float_inexact x = {
      .sign = p->sign,
      .significand = term_bv(tt, 1, 0),
      .guard = is_half,
      .sticky = float_ite(c, is_half, p->has_fraction, term_not(tt, is_zero))};
  (void)a;
  return float_ite(c, float_rounds_up(c, &x),
                   float_resize(tt, float_one(c), width),
                   term_bv(tt, width, 0));
}

term float_to_integral(const float_context *c, term a) {
  terms *tt = c->tt;
  uint32_t e = c->format.exponent;
  float_parts p = float_split(c, a);
  term bias = term_bv(tt, e, float_bias(c->format));
  term steps = term_bvsub(tt, p.exponent, bias);
  term is_small = term_bvult(tt, p.exponent, bias);
  term word =
      float_ite(c, is_small, round_small(c, a, &p), round_large(c, a, steps));
  term nan = float_part_nan(c, &p);
  // Infinity has no fractional bits: it is left alone.
  term t = float_ite(c, nan, float_quiet(c, a), float_signed(c, p.sign, word));
  return float_note(c, ORIGIN_FLOAT_TO_INTEGRAL, t, a, TERM_NONE);
}
