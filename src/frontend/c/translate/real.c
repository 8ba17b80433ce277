// SPDX-License-Identifier: Apache-2.0
// Arithmetic on floats: what LLVM's instructions and intrinsics, and the
// functions of <math.h>, mean as circuits of src/float.
//
// Rounding is to nearest, ties to even, unless the program calls fesetround;
// then the mode is a variable. A conversion to an integer that does not hold
// the value is undefined and gives any value (docs/semantics.md).
#include "frontend/c/translate/translator.h"
#include "frontend/c/translate/real.h"

#include <assert.h>

#include "base/unreachable.h"
#include "float/float.h"

enum { MOST_OPERANDS = 3 };

// Operands as terms, with what the circuits need to know.
typedef struct {
  const real_operation *r;
  float_context c; // of the operands; of the result if they are integers
  term x[MOST_OPERANDS];
} operands;

// Formats of 16 bits are not told apart by their size.
static bool format_of(const ir_type *type, float_format *out) {
  static const struct {
    uint32_t bits;
    float_format format;
  } formats[] = {
      {32, {8, 24}}, {64, {11, 53}}, {80, {15, 64}}, {128, {15, 113}}};
  for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
    if (type->kind == IR_FLOAT && type->bits == formats[k].bits) {
      *out = formats[k].format;
      return true;
    }
  return false;
}

// --- the x87's format ------------------------------------------------------

// It stores the highest bit of the significand, which follows from the rest;
// the circuits do without it.
enum { X87_BITS = 80, X87_LEADING = 63 };

static bool is_x87(const ir_type *type) {
  return type->kind == IR_FLOAT && type->bits == X87_BITS;
}

static term from_x87(terms *tt, term a) {
  return term_concat(tt, term_extract(tt, a, X87_BITS - 1, X87_LEADING + 1),
                     term_extract(tt, a, X87_LEADING - 1, 0));
}

static term to_x87(terms *tt, term a) {
  term exponent = term_extract(tt, a, X87_BITS - 3, X87_LEADING);
  term zero = term_bv(tt, term_width(tt, exponent), 0);
  term leading = bool_to_bits(tt, term_distinct(tt, exponent, zero), 1);
  term low = term_concat(tt, leading, term_extract(tt, a, X87_LEADING - 1, 0));
  return term_concat(tt, term_extract(tt, a, X87_BITS - 2, X87_LEADING), low);
}

static float_context context_of(translator *t, float_format format) {
  float_context c = float_context_make(t->tt, format, FLOAT_NEAREST_EVEN);
  if (t->rounding.id != 0)
    c.mode = step_read(t, t->rounding);
  return c;
}

static float_context with_mode(const float_context *c, float_mode mode) {
  return float_context_make(c->tt, c->format, mode);
}

// --- integers --------------------------------------------------------------

static term bits_of(translator *t, term a) {
  return term_is_bool(t->tt, a) ? bool_to_bits(t->tt, a, 1) : a;
}

static term as_result(translator *t, const ir_type *type, term bits) {
  return type->bits == 1 ? bits_to_bool(t->tt, bits) : bits;
}

// A conversion of the language: C does not define what does not fit.
static term cast_to_int(translator *t, const float_context *c, term a,
                        const ir_type *type, bool is_signed) {
  float_integer n = float_to_int(c, a, type->bits, is_signed);
  step_undefined(t, term_not(t->tt, n.is_in_range), PROPERTY_FLOAT_CAST,
                 "conversion of a floating-point number that does not fit");
  return as_result(t, type, n.bits);
}

// A conversion of the library (lrint, lround): what does not fit is any value.
static term to_int(translator *t, const float_context *c, term a,
                   const ir_type *type) {
  float_integer n = float_to_int(c, a, type->bits, true);
  term any = n.bits;
  if (!term_is_true(t->tt, n.is_in_range))
    any = step_input(t, INPUT_CHOICE, "conversion out of range",
                     leaf_type_info(type), sort_bv(t->tt, type->bits));
  return as_result(t, type, term_ite(t->tt, n.is_in_range, n.bits, any));
}

// --- classes ---------------------------------------------------------------

static term compare(const operands *o) {
  const float_context *c = &o->c;
  terms *tt = c->tt;
  term a = o->x[0], b = o->x[1], t = term_false(tt);
  uint32_t want = o->r->aux;
  // Pairs that are one comparison.
  if ((want & 5) == 5)
    t = term_or(tt, t, float_le(c, a, b));
  else if ((want & 4) != 0)
    t = term_or(tt, t, float_lt(c, a, b));
  if ((want & 3) == 3)
    t = term_or(tt, t, float_le(c, b, a));
  else if ((want & 2) != 0)
    t = term_or(tt, t, float_lt(c, b, a));
  if ((want & 7) == 1)
    t = term_or(tt, t, float_eq(c, a, b));
  if ((want & 7) == 7)
    t = term_not(tt, float_is_unordered(c, a, b));
  if ((want & 8) != 0)
    t = term_or(tt, t, float_is_unordered(c, a, b));
  return t;
}

// The classes in the order of llvm.is.fpclass's mask.
static term has_class(const operands *o) {
  const float_context *c = &o->c;
  terms *tt = c->tt;
  term a = o->x[0];
  term minus = float_is_negative(c, a), plus = term_not(tt, minus);
  term nan = float_is_nan(c, a), signals = float_is_signaling(c, a);
  term infinite = float_is_infinite(c, a), normal = float_is_normal(c, a);
  term subnormal = float_is_subnormal(c, a), zero = float_is_zero(c, a);
  term classes[] = {signals,
                    term_and(tt, nan, term_not(tt, signals)),
                    term_and(tt, minus, infinite),
                    term_and(tt, minus, normal),
                    term_and(tt, minus, subnormal),
                    term_and(tt, minus, zero),
                    term_and(tt, plus, zero),
                    term_and(tt, plus, subnormal),
                    term_and(tt, plus, normal),
                    term_and(tt, plus, infinite)};
  term t = term_false(tt);
  for (uint32_t k = 0; k < sizeof classes / sizeof *classes; k++)
    if ((o->r->aux >> k & 1) != 0)
      t = term_or(tt, t, classes[k]);
  return t;
}

// FP_NAN ... FP_NORMAL of the GNU library.
static term classify(const operands *o, uint32_t width) {
  const float_context *c = &o->c;
  terms *tt = c->tt;
  term a = o->x[0], t = term_bv(tt, width, 4);
  t = term_ite(tt, float_is_subnormal(c, a), term_bv(tt, width, 3), t);
  t = term_ite(tt, float_is_zero(c, a), term_bv(tt, width, 2), t);
  t = term_ite(tt, float_is_infinite(c, a), term_bv(tt, width, 1), t);
  return term_ite(tt, float_is_nan(c, a), term_bv(tt, width, 0), t);
}

static term signed_infinity(const operands *o, uint32_t width) {
  const float_context *c = &o->c;
  terms *tt = c->tt;
  term zero = term_bv(tt, width, 0), one = term_bv(tt, width, 1);
  term sign =
      term_ite(tt, float_is_negative(c, o->x[0]), term_bvneg(tt, one), one);
  return term_ite(tt, float_is_infinite(c, o->x[0]), sign, zero);
}

// --- everything ------------------------------------------------------------

// a - b if a is larger, else +0; NaN if one is.
static term difference(const operands *o) {
  const float_context *c = &o->c;
  terms *tt = c->tt;
  term is_less = float_le(c, o->x[0], o->x[1]);
  return term_ite(tt, is_less, float_zero(c, false),
                  float_sub(c, o->x[0], o->x[1]));
}

static term integral(const operands *o, float_mode mode) {
  float_context c = with_mode(&o->c, mode);
  return float_to_integral(&c, o->x[0]);
}

// An infinite float has the fraction zero.
static term fraction(const operands *o) {
  const float_context *c = &o->c;
  term a = o->x[0], whole = integral(o, FLOAT_TOWARD_ZERO);
  term rest = term_ite(c->tt, float_is_infinite(c, a), float_zero(c, false),
                       float_sub(c, a, whole));
  return float_copysign(c, rest, a);
}

static term convert(translator *t, const operands *o) {
  const real_operation *r = o->r;
  float_format to;
  switch (r->op) {
  case REAL_CONVERT:
    format_of(r->result, &to);
    return float_convert(&o->c, to, o->x[0]);
  case REAL_FROM_SIGNED:
  case REAL_FROM_UNSIGNED:
    return float_from_int(&o->c, bits_of(t, o->x[0]),
                          r->op == REAL_FROM_SIGNED);
  case REAL_TO_SIGNED:
  case REAL_TO_UNSIGNED: {
    float_context c = with_mode(&o->c, FLOAT_TOWARD_ZERO);
    return cast_to_int(t, &c, o->x[0], r->result, r->op == REAL_TO_SIGNED);
  }
  case REAL_TO_INT:
    return to_int(t, &o->c, o->x[0], r->result);
  default: {
    assert(r->op == REAL_TO_INT_AWAY);
    float_context c = with_mode(&o->c, FLOAT_NEAREST_AWAY);
    return to_int(t, &c, o->x[0], r->result);
  }
  }
}

// Of a positive and a negative zero, fmin and fmax may give either: libraries
// differ.
static term least_or_largest(translator *t, const operands *o) {
  const float_context *c = &o->c;
  term a = o->x[0], b = o->x[1];
  term found = o->r->op == REAL_MIN ? float_min(c, a, b) : float_max(c, a, b);
  term signs =
      term_xor(t->tt, float_is_negative(c, a), float_is_negative(c, b));
  term zeros = term_and(t->tt, float_is_zero(c, a), float_is_zero(c, b));
  term is_open = term_and(t->tt, zeros, signs);
  if (term_is_false(t->tt, is_open))
    return found;
  term any = step_input(t, INPUT_CHOICE, "the sign of zero",
                        leaf_type_info(o->r->result), term_sort(t->tt, found));
  return term_ite(t->tt, is_open, float_copysign(c, found, any), found);
}

static term compute(translator *t, const operands *o) {
  const float_context *c = &o->c;
  const term *x = o->x;
  uint32_t bits = o->r->result->bits;
  switch (o->r->op) {
  case REAL_NEG:
    return float_neg(c, x[0]);
  case REAL_ADD:
    return float_add(c, x[0], x[1]);
  case REAL_SUB:
    return float_sub(c, x[0], x[1]);
  case REAL_MUL:
    return float_mul(c, x[0], x[1]);
  case REAL_DIV:
    return float_div(c, x[0], x[1]);
  case REAL_FMOD:
    return float_fmod(c, x[0], x[1]);
  case REAL_COMPARE:
    return compare(o);
  case REAL_CONVERT:
  case REAL_TO_SIGNED:
  case REAL_TO_UNSIGNED:
  case REAL_FROM_SIGNED:
  case REAL_FROM_UNSIGNED:
  case REAL_TO_INT:
  case REAL_TO_INT_AWAY:
    return convert(t, o);
  case REAL_ABS:
    return float_abs(c, x[0]);
  case REAL_SQRT:
    return float_sqrt(c, x[0]);
  case REAL_FMA:
    return float_fma(c, x[0], x[1], x[2]);
  case REAL_MULADD:
    return float_add(c, float_mul(c, x[0], x[1]), x[2]);
  case REAL_FLOOR:
    return integral(o, FLOAT_DOWNWARD);
  case REAL_CEIL:
    return integral(o, FLOAT_UPWARD);
  case REAL_TRUNC:
    return integral(o, FLOAT_TOWARD_ZERO);
  case REAL_RINT:
    return float_to_integral(c, x[0]);
  case REAL_ROUND:
    return integral(o, FLOAT_NEAREST_AWAY);
  case REAL_ROUND_EVEN:
    return integral(o, FLOAT_NEAREST_EVEN);
  case REAL_MIN:
  case REAL_MAX:
    return least_or_largest(t, o);
  case REAL_COPYSIGN:
    return float_copysign(c, x[0], x[1]);
  case REAL_CLASS:
    return has_class(o);
  case REAL_REMAINDER:
    return float_remainder(c, x[0], x[1]);
  case REAL_DIM:
    return difference(o);
  case REAL_IS_INF:
    return signed_infinity(o, bits);
  case REAL_SIGNBIT:
    return bool_to_bits(t->tt, float_is_negative(c, x[0]), bits);
  case REAL_FPCLASSIFY:
    return classify(o, bits);
  case REAL_NAN:
    return float_abs(c, float_nan(c));
  case REAL_SCALE:
    return float_scale(c, x[0], x[1]);
  case REAL_FRACTION:
    return fraction(o);
  case REAL_MANTISSA:
    return float_mantissa(c, x[0]);
  case REAL_EXPONENT:
    return float_exponent(c, x[0], bits);
  }
  UNREACHABLE();
}

// The format that decides: of the operands, or of the result.
static bool find_format(const real_operation *r, float_format *out) {
  bool from_int = r->op == REAL_FROM_SIGNED || r->op == REAL_FROM_UNSIGNED;
  float_format ignored;
  if (r->op == REAL_CONVERT && !format_of(r->result, &ignored))
    return false;
  return format_of(from_int || r->count == 0 ? r->result : r->operands[0].type,
                   out);
}

val real_compute(translator *t, const real_operation *r) {
  assert(r->count <= MOST_OPERANDS);
  float_format format;
  if (!find_format(r, &format))
    return val_bad("arithmetic on small floats or vectors");
  operands o = {.r = r, .c = context_of(t, format)};
  for (uint32_t k = 0; k < r->count; k++) {
    val v = val_number(t, val_operand(t, &r->operands[k]), r->operands[k].type);
    if (v.kind != VAL_INT)
      return v.kind == VAL_BAD ? v : val_bad("an address as a number");
    o.x[k] = is_x87(r->operands[k].type) ? from_x87(t->tt, v.t) : v.t;
  }
  term result = compute(t, &o);
  return val_int(is_x87(r->result) ? to_x87(t->tt, result) : result);
}

val real_execute(translator *t, const ir_inst *i) {
  real_operation r = {.op = (ir_real)i->sub,
                      .aux = i->aux,
                      .result = i->type,
                      .operands = ir_operands(t->frame->f, i),
                      .count = i->operand_count};
  return real_compute(t, &r);
}
