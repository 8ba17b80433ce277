// SPDX-License-Identifier: Apache-2.0
// Numbers are left to the machine. NaNs are not, since machines differ: an
// operand that is one is the result, made quiet, and an operation that has none
// gives the one with sign 1 (float/float.h).
#include "program/code_float.h"

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "base/unreachable.h"

enum { NEAREST_EVEN, NEAREST_AWAY, UPWARD, DOWNWARD, TOWARD_ZERO };

static bool is_single(origin_format f) {
  return f.exponent == 8 && f.precision == 24;
}

static bool is_double(origin_format f) {
  return f.exponent == 11 && f.precision == 53;
}

static uint64_t bit(uint32_t i) { return (uint64_t)1 << i; }

static uint64_t sign_of(origin_format f) { return bit(is_single(f) ? 31 : 63); }

static uint64_t quiet_of(origin_format f) {
  return bit(is_single(f) ? 22 : 51);
}

static uint64_t infinity_of(origin_format f) {
  return is_single(f) ? 0x7f800000u : 0x7ff0000000000000u;
}

static bool is_nan(origin_format f, uint64_t a) {
  return (a & ~sign_of(f)) > infinity_of(f);
}

static float single_of(uint64_t word) {
  uint32_t low = (uint32_t)word;
  float x;
  memcpy(&x, &low, sizeof x);
  return x;
}

static double double_of(uint64_t word) {
  double x;
  memcpy(&x, &word, sizeof x);
  return x;
}

// The number, exactly.
static double number_of(origin_format f, uint64_t word) {
  return is_single(f) ? (double)single_of(word) : double_of(word);
}

// Rounded to the format.
static uint64_t word_of(origin_format f, double x) {
  uint64_t word = 0;
  if (isnan(x))
    return sign_of(f) | infinity_of(f) | quiet_of(f);
  if (is_single(f)) {
    float single = (float)x;
    uint32_t low;
    memcpy(&low, &single, sizeof low);
    return low;
  }
  memcpy(&word, &x, sizeof word);
  return word;
}

// --- operations -------------------------------------------------------------

static float compute_single(origin_op op, float a, float b) {
  switch (op) {
  case ORIGIN_FLOAT_ADD:
    return a + b;
  case ORIGIN_FLOAT_SUB:
    return a - b;
  case ORIGIN_FLOAT_MUL:
    return a * b;
  case ORIGIN_FLOAT_DIV:
    return a / b;
  case ORIGIN_FLOAT_FMOD:
    return fmodf(a, b);
  case ORIGIN_FLOAT_SQRT:
    return sqrtf(a);
  default:
    UNREACHABLE();
  }
}

static double compute_double(origin_op op, double a, double b) {
  switch (op) {
  case ORIGIN_FLOAT_ADD:
    return a + b;
  case ORIGIN_FLOAT_SUB:
    return a - b;
  case ORIGIN_FLOAT_MUL:
    return a * b;
  case ORIGIN_FLOAT_DIV:
    return a / b;
  case ORIGIN_FLOAT_FMOD:
    return fmod(a, b);
  case ORIGIN_FLOAT_SQRT:
    return sqrt(a);
  default:
    UNREACHABLE();
  }
}

static uint64_t compute(const term_origin *o, uint64_t a, uint64_t b) {
  origin_format f = o->from;
  if (is_nan(f, a))
    return a | quiet_of(f);
  if (o->arity == 2 && is_nan(f, b))
    return b | quiet_of(f);
  if (is_single(f))
    return word_of(f, (double)compute_single((origin_op)o->op, single_of(a),
                                             single_of(b)));
  return word_of(f,
                 compute_double((origin_op)o->op, double_of(a), double_of(b)));
}

static double integral(uint8_t mode, double a) {
  switch (mode) {
  case NEAREST_EVEN:
    return rint(a);
  case NEAREST_AWAY:
    return round(a);
  case UPWARD:
    return ceil(a);
  case DOWNWARD:
    return floor(a);
  default:
    return trunc(a);
  }
}

static uint64_t to_integral(const term_origin *o, uint64_t a) {
  if (is_nan(o->from, a))
    return a | quiet_of(o->from);
  return word_of(o->from, integral(o->mode, number_of(o->from, a)));
}

// A NaN keeps its sign and the first bits of its fraction.
static uint64_t convert(const term_origin *o, uint64_t a) {
  origin_format from = o->from, to = o->to;
  if (!is_nan(from, a))
    return word_of(to, number_of(from, a));
  uint64_t sign = a & sign_of(from) ? sign_of(to) : 0;
  uint64_t fraction = a & (quiet_of(from) * 2 - 1);
  if (from.precision > to.precision)
    fraction >>= from.precision - to.precision;
  else
    fraction <<= to.precision - from.precision;
  return sign | infinity_of(to) | quiet_of(to) | fraction;
}

// The operand has been extended to 64 bits.
static uint64_t from_integer(const term_origin *o, uint64_t a) {
  bool is_signed = o->op == ORIGIN_FLOAT_FROM_SIGNED;
  if (is_single(o->from))
    return word_of(o->from,
                   is_signed ? (double)(float)(int64_t)a : (double)(float)a);
  return word_of(o->from, is_signed ? (double)(int64_t)a : (double)a);
}

// --- the interface ----------------------------------------------------------

// Integers are left out: where the number does not fit, only the circuit tells.
bool code_float_has(const term_origin *o) {
  bool is_known = is_single(o->from) || is_double(o->from);
  if (!is_known || fegetround() != FE_TONEAREST)
    return false;
  switch ((origin_op)o->op) {
  case ORIGIN_FLOAT_TO_INTEGRAL:
    return true;
  case ORIGIN_FLOAT_ADD:
  case ORIGIN_FLOAT_SUB:
  case ORIGIN_FLOAT_MUL:
  case ORIGIN_FLOAT_DIV:
  case ORIGIN_FLOAT_SQRT:
  case ORIGIN_FLOAT_FMOD:
  case ORIGIN_FLOAT_FROM_SIGNED:
  case ORIGIN_FLOAT_FROM_UNSIGNED:
    return o->mode == NEAREST_EVEN;
  case ORIGIN_FLOAT_CONVERT:
    return o->mode == NEAREST_EVEN && (is_single(o->to) || is_double(o->to));
  default:
    return false;
  }
}

uint64_t code_float(const term_origin *o, uint64_t a, uint64_t b) {
  switch ((origin_op)o->op) {
  case ORIGIN_FLOAT_TO_INTEGRAL:
    return to_integral(o, a);
  case ORIGIN_FLOAT_FROM_SIGNED:
  case ORIGIN_FLOAT_FROM_UNSIGNED:
    return from_integer(o, a);
  case ORIGIN_FLOAT_CONVERT:
    return convert(o, a);
  default:
    return compute(o, a, b);
  }
}
