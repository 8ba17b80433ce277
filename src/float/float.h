// SPDX-License-Identifier: Apache-2.0
// IEEE 754 binary floating point as circuits over bit-vector terms.
//
// A float is the bit-vector that memory holds: sign, biased exponent, fraction.
// Every operation takes and returns such terms (or Bool, or integers as
// bit-vectors) and is exact for every format and rounding mode. No variable is
// made: an operation on constants is a constant, and whoever knows bit-vectors
// knows floats. What a circuit computes is noted beside it (term/origin.h), for
// those who would rather know that.
//
// The result of an invalid operation is a NaN with sign 1, quiet bit 1 and
// payload 0; an operation with a NaN operand gives the first such operand, made
// quiet. That is what x86's SSE instructions do.
#ifndef FLOAT_FLOAT_H
#define FLOAT_FLOAT_H

#include "term/term.h"

typedef struct {
  uint32_t exponent;  // bits of the exponent, at least 3
  uint32_t precision; // bits of the significand, with the one that is not
                      // stored; at least 3
} float_format;

#define FLOAT_SINGLE ((float_format){8, 24})
#define FLOAT_DOUBLE ((float_format){11, 53})

typedef enum {
  FLOAT_NEAREST_EVEN,
  FLOAT_NEAREST_AWAY,
  FLOAT_UPWARD,
  FLOAT_DOWNWARD,
  FLOAT_TOWARD_ZERO
} float_mode;
enum { FLOAT_MODE_BITS = 3 };

// What an operation needs besides its operands.
typedef struct {
  terms *tt;
  float_format format; // of the operands and of the result
  term mode;           // a float_mode, FLOAT_MODE_BITS wide; any term
} float_context;

float_context float_context_make(terms *tt, float_format format,
                                 float_mode mode);
uint32_t float_width(float_format f);

// --- constants (parts.c) ----------------------------------------------------
term float_zero(const float_context *c, bool is_negative);
term float_one(const float_context *c);
term float_nan(const float_context *c); // of an invalid operation

// --- arithmetic -------------------------------------------------------------
term float_add(const float_context *c, term a, term b);
term float_sub(const float_context *c, term a, term b);
term float_mul(const float_context *c, term a, term b);
term float_div(const float_context *c, term a, term b);
term float_sqrt(const float_context *c, term a);
term float_fma(const float_context *c, term a, term b, term addend);
// a - n * b with the integer n nearest to a / b, ties to even. Exact.
term float_remainder(const float_context *c, term a, term b);
// The same with a / b truncated.
term float_fmod(const float_context *c, term a, term b);
// The nearest integer in the direction of the mode, as a float.
term float_to_integral(const float_context *c, term a);

// a * 2^n for a signed integer n, rounded once.
term float_scale(const float_context *c, term a, term n);
// a = mantissa * 2^exponent with 1/2 <= |mantissa| < 1. A zero, an infinite
// float and a NaN are their own mantissa, with exponent 0. The width is large
// enough for every exponent of the format.
term float_mantissa(const float_context *c, term a);
term float_exponent(const float_context *c, term a, uint32_t width);

// --- signs: never look at the value, never round ----------------------------
term float_neg(const float_context *c, term a);
term float_abs(const float_context *c, term a);
term float_copysign(const float_context *c, term a, term sign_of);

// --- comparison and classification: Bool ------------------------------------
term float_eq(const float_context *c, term a, term b); // +0 = -0; NaN: false
term float_lt(const float_context *c, term a, term b);
term float_le(const float_context *c, term a, term b);
term float_is_unordered(const float_context *c, term a, term b);
term float_is_nan(const float_context *c, term a);
term float_is_signaling(const float_context *c, term a);
term float_is_infinite(const float_context *c, term a);
term float_is_normal(const float_context *c, term a);
term float_is_subnormal(const float_context *c, term a);
term float_is_zero(const float_context *c, term a);
term float_is_negative(const float_context *c, term a); // the sign bit

// C's fmin and fmax: the operand that is no NaN. Of two equal operands (zeros)
// the second.
term float_min(const float_context *c, term a, term b);
term float_max(const float_context *c, term a, term b);

// --- conversion -------------------------------------------------------------
// From c->format to another one.
term float_convert(const float_context *c, float_format to, term a);
term float_from_int(const float_context *c, term bits, bool is_signed);
// The integer that 'a' is rounded to, and whether it has one of that width.
typedef struct {
  term bits;
  term is_exact;    // 'a' is that integer
  term is_in_range; // false for NaN; 'bits' is then without meaning
} float_integer;
float_integer float_to_int(const float_context *c, term a, uint32_t width,
                           bool is_signed);

#endif
