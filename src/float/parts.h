// SPDX-License-Identifier: Apache-2.0
// What the circuits share: taking floats apart, counting and shifting, and the
// last stage, which rounds. Private to the folder.
#ifndef FLOAT_PARTS_H
#define FLOAT_PARTS_H

#include "float/float.h"
#include "term/origin.h"

// A float in pieces. The value of a finite one is
//   (-1)^sign * significand * 2^(exponent - bias - (precision - 1)).
typedef struct {
  term sign;         // Bool
  term exponent;     // as stored, but 1 for subnormals and zeros
  term significand;  // 'precision' bits, the highest is 0 for subnormals
  term is_normal;    // the highest bit of the significand
  term is_special;   // infinite or NaN
  term has_fraction; // one of the stored bits of the significand is 1
} float_parts;

float_parts float_split(const float_context *c, term a);
static inline term float_part_nan(const float_context *c,
                                  const float_parts *p) {
  return term_and(c->tt, p->is_special, p->has_fraction);
}
static inline term float_part_infinite(const float_context *c,
                                       const float_parts *p) {
  return term_and(c->tt, p->is_special, term_not(c->tt, p->has_fraction));
}
static inline term float_part_zero(const float_context *c,
                                   const float_parts *p) {
  return term_not(c->tt, term_or(c->tt, p->is_normal, p->has_fraction));
}

static inline uint64_t float_bias(float_format f) {
  return ((uint64_t)1 << (f.exponent - 1)) - 1;
}

// --- words ------------------------------------------------------------------
term float_bit(terms *tt, term a, uint32_t i);           // Bool
term float_any(terms *tt, term a);                       // Bool: not zero
term float_word(terms *tt, term b);                      // Bool as one bit
term float_ones(terms *tt, uint32_t width);              // all ones
term float_power(terms *tt, uint32_t width, uint32_t k); // 2^k
// Zero-extended, or cut off (then the lost bits are known to be zero).
term float_resize(terms *tt, term a, uint32_t width);
// Leading zeros of a; at least the width of a if it is zero.
term float_leading_zeros(terms *tt, term a);
// a without its leading zeros; *zeros as above.
term float_normalize(terms *tt, term a, term *zeros);
// a shifted right by an unsigned amount of any width; or-ed into *sticky:
// whether a one was lost.
term float_shift_sticky(terms *tt, term a, term amount, term *sticky);

// a - b if that is not negative, else a; *fits: it is not. Requires: the
// difference, as a signed number, has the words' width.
term float_subtract_fitting(terms *tt, term a, term b, term *fits);

// --- rounding ---------------------------------------------------------------
term float_mode_is(const float_context *c, float_mode mode);

// A number between two floats: 'significand' is cut off, the two Bools say
// what is missing.
typedef struct {
  term sign;
  term base;        // stored exponent - 1 if the significand's highest bit is
                    // set; 0 if it is not. As wide as the exponent.
  term is_huge;     // beyond all finite floats; 'base' does not matter
  term significand; // 'precision' bits
  term guard;       // the bit below
  term sticky;      // any bit below that
} float_inexact;

// Whether the magnitude is rounded up, given its lowest bit and what is below.
term float_rounds_up(const float_context *c, const float_inexact *x);
term float_round(const float_context *c, const float_inexact *x);

// A number as arithmetic leaves it: significand of precision + 2 bits, whose
// highest bit is set or, unless the number is subnormal, the next one.
typedef struct {
  term sign;
  term base;        // signed, any width: stored exponent - 1 if the highest
                    // bit is set
  term significand; // precision + 2 bits
  term sticky;      // any bit below
} float_raw;

term float_round_raw(const float_context *c, const float_raw *x);

// --- sums (add.c) -----------------------------------------------------------
// a + b, or a - b; the result is not negative and fits.
term float_add_or_subtract(terms *tt, term a, term b, term subtract);
// The zero that is the sum of two numbers, the first of this sign.
term float_zero_sum(const float_context *c, term sign, term subtract);

// --- results ----------------------------------------------------------------
// The first of the operands that is NaN, made quiet.
term float_quiet(const float_context *c, term a);
term float_signed(const float_context *c, term sign, term magnitude);
term float_magnitude(const float_context *c, term a); // without the sign bit
term float_infinite_magnitude(const float_context *c);

// Notes what the result is (term/origin.h), if the mode is known; returns it.
// Unary operations: b is TERM_NONE.
term float_note(const float_context *c, origin_op op, term result, term a,
                term b);
// The same with another format of the result, or an integer.
term float_note_to(const float_context *c, origin_op op, float_format to,
                   term result, term a);

static inline term float_ite(const float_context *c, term condition, term yes,
                             term no) {
  return term_ite(c->tt, condition, yes, no);
}

#endif
