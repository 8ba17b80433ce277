// SPDX-License-Identifier: Apache-2.0
// Bounds of words that are floats.
//
// Rounding to the nearest keeps the order of numbers. So what is monotonic in
// each operand, over numbers of one sign, has its bounds among the results at
// the bounds, and the machine computes these in the format itself. An infinity
// or a zero can only be at a bound: if no bound's result is a NaN, none is.
// Other formats and modes yield all words.
#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "certify/numbers/enclose_internal.h"

enum { NEAREST_EVEN, NEAREST_AWAY, UPWARD, DOWNWARD, TOWARD_ZERO };

typedef struct {
  double lo, hi;
} numbers;

static bool is_single(origin_format f) {
  return f.exponent == 8 && f.precision == 24;
}

static bool is_machine_format(origin_format f) {
  return is_single(f) || (f.exponent == 11 && f.precision == 53);
}

static uint64_t sign_bit(origin_format f) {
  return is_single(f) ? (uint64_t)1 << 31 : (uint64_t)1 << 63;
}

static uint64_t infinity_word(origin_format f) {
  return is_single(f) ? 0x7f800000u : 0x7ff0000000000000u;
}

static double number_of(origin_format f, uint64_t word) {
  if (is_single(f)) {
    uint32_t low = (uint32_t)word;
    float single;
    memcpy(&single, &low, sizeof single);
    return (double)single;
  }
  double d;
  memcpy(&d, &word, sizeof d);
  return d;
}

// Requires: the number is one of the format.
static uint64_t word_of(origin_format f, double d) {
  uint64_t word = 0;
  if (is_single(f)) {
    float single = (float)d;
    uint32_t low;
    memcpy(&low, &single, sizeof low);
    return low;
  }
  memcpy(&word, &d, sizeof word);
  return word;
}

// --- from words to numbers, and back ----------------------------------------

// The numbers of one sign. False: there are none. A NaN is noted.
static bool read(origin_format f, const enclosure *a, int sign, numbers *out,
                 bool *has_nan) {
  if (!a->has[sign])
    return false;
  uint64_t turn = sign ? sign_bit(f) : 0, most = infinity_word(f);
  uint64_t near = a->lo[sign] ^ turn, far = a->hi[sign] ^ turn; // from zero
  *has_nan |= far > most;
  if (near > most)
    return false;
  double x = number_of(f, near), y = number_of(f, far > most ? most : far);
  *out = sign ? (numbers){-y, -x} : (numbers){x, y};
  return true;
}

// Between the bounds, inclusive. A zero has both signs.
static void write(origin_format f, enclosure *r, double lo, double hi) {
  assert(lo <= hi);
  uint64_t sign = sign_bit(f);
  if (hi >= 0)
    enclose_add(r, lo > 0 ? word_of(f, lo) : 0, word_of(f, fabs(hi)));
  if (lo <= 0)
    enclose_add(r, hi < 0 ? word_of(f, hi) : sign, word_of(f, fabs(lo)) | sign);
}

static void write_nans(origin_format f, enclosure *r) {
  uint64_t first = infinity_word(f) + 1, last = sign_bit(f) - 1;
  enclose_add(r, first, last);
  enclose_add(r, first | sign_bit(f), last | sign_bit(f));
}

// --- arithmetic -------------------------------------------------------------

static double compute_single(origin_op op, float a, float b) {
  switch (op) {
  case ORIGIN_FLOAT_ADD:
    return (double)(a + b);
  case ORIGIN_FLOAT_SUB:
    return (double)(a - b);
  case ORIGIN_FLOAT_MUL:
    return (double)(a * b);
  default:
    return (double)(a / b);
  }
}

static double compute(origin_format f, origin_op op, double a, double b) {
  if (is_single(f))
    return compute_single(op, (float)a, (float)b);
  switch (op) {
  case ORIGIN_FLOAT_ADD:
    return a + b;
  case ORIGIN_FLOAT_SUB:
    return a - b;
  case ORIGIN_FLOAT_MUL:
    return a * b;
  default:
    return a / b;
  }
}

static void write_results(const term_origin *o, enclosure *r, numbers a,
                          numbers b) {
  double ends[4], lo, hi;
  for (int i = 0; i < 4; i++) {
    ends[i] = compute(o->from, (origin_op)o->op, i & 1 ? a.hi : a.lo,
                      i & 2 ? b.hi : b.lo);
    if (isnan(ends[i])) {
      *r = enclose_all(r->width);
      return;
    }
  }
  lo = hi = ends[0];
  for (int i = 1; i < 4; i++) {
    lo = ends[i] < lo ? ends[i] : lo;
    hi = ends[i] > hi ? ends[i] : hi;
  }
  write(o->from, r, lo, hi);
}

static enclosure two_numbers(const enclose_op *op, const enclosure *a,
                             const enclosure *b) {
  const term_origin *o = op->origin;
  enclosure r = enclose_none(op->width);
  bool has_nan = false;
  for (int i = 0; i < 4; i++) {
    numbers x, y;
    bool has_x = read(o->from, a, i & 1, &x, &has_nan);
    bool has_y = read(o->from, b, i / 2, &y, &has_nan);
    if (has_x && has_y)
      write_results(o, &r, x, y);
  }
  if (has_nan)
    write_nans(o->from, &r);
  return r;
}

// --- one operand ------------------------------------------------------------

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

static double root(origin_format f, double a) {
  return is_single(f) ? (double)sqrtf((float)a) : sqrt(a);
}

static void write_image(const term_origin *o, enclosure *r, numbers x) {
  switch ((origin_op)o->op) {
  case ORIGIN_FLOAT_SQRT:
    if (x.lo < 0)
      write_nans(o->from, r);
    if (x.hi >= 0)
      write(o->from, r, x.lo < 0 ? 0 : root(o->from, x.lo),
            root(o->from, x.hi));
    return;
  case ORIGIN_FLOAT_TO_INTEGRAL:
    write(o->from, r, integral(o->mode, x.lo), integral(o->mode, x.hi));
    return;
  case ORIGIN_FLOAT_CONVERT:
    if (is_single(o->to))
      write(o->to, r, (double)(float)x.lo, (double)(float)x.hi);
    else
      write(o->to, r, x.lo, x.hi);
    return;
  default:
    *r = enclose_all(r->width);
  }
}

static enclosure one_number(const enclose_op *op, const enclosure *a) {
  const term_origin *o = op->origin;
  enclosure r = enclose_none(op->width);
  bool has_nan = false, is_converted = o->op == ORIGIN_FLOAT_CONVERT;
  for (int s = 0; s < 2; s++) {
    numbers x;
    if (read(o->from, a, s, &x, &has_nan))
      write_image(o, &r, x);
  }
  if (has_nan)
    write_nans(is_converted ? o->to : o->from, &r);
  return r;
}

static enclosure negated(const enclose_op *op, const enclosure *a) {
  uint64_t bit = (uint64_t)1 << (op->width - 1);
  enclosure r = enclose_none(op->width);
  for (int s = 0; s < 2; s++)
    if (a->has[s])
      enclose_add(&r, a->lo[s] ^ bit, a->hi[s] ^ bit);
  return r;
}

// --- integers ---------------------------------------------------------------

static double from_signed(origin_format f, int64_t n) {
  return is_single(f) ? (double)(float)n : (double)n;
}

static double from_unsigned(origin_format f, uint64_t n) {
  return is_single(f) ? (double)(float)n : (double)n;
}

static enclosure from_integer(const enclose_op *op, const enclosure *a) {
  const term_origin *o = op->origin;
  enclosure r = enclose_none(op->width);
  uint32_t above = 64 - a->width;
  for (int s = 0; s < 2; s++) {
    if (!a->has[s])
      continue;
    if (o->op == ORIGIN_FLOAT_FROM_UNSIGNED)
      write(o->from, &r, from_unsigned(o->from, a->lo[s]),
            from_unsigned(o->from, a->hi[s]));
    else
      write(o->from, &r,
            from_signed(o->from, (int64_t)(a->lo[s] << above) >> above),
            from_signed(o->from, (int64_t)(a->hi[s] << above) >> above));
  }
  return r;
}

static bool fits(double d, uint32_t width, bool is_signed) {
  double end = ldexp(1, (int)(is_signed ? width - 1 : width));
  return d < end && d >= (is_signed ? -end : 0);
}

static enclosure to_integer(const enclose_op *op, const enclosure *a) {
  const term_origin *o = op->origin;
  enclosure r = enclose_none(op->width);
  bool has_nan = false, is_signed = o->op == ORIGIN_FLOAT_TO_SIGNED;
  uint64_t mask = UINT64_MAX >> (64 - op->width);
  for (int s = 0; s < 2; s++) {
    numbers x;
    if (!read(o->from, a, s, &x, &has_nan))
      continue;
    double lo = integral(o->mode, x.lo), hi = integral(o->mode, x.hi);
    if (!fits(lo, op->width, is_signed) || !fits(hi, op->width, is_signed))
      return enclose_all(op->width);
    if (lo < 0 && hi >= 0) { // only to -0
      enclose_add(&r, 0, 0);
      hi = -1;
    }
    if (lo < 0)
      enclose_add(&r, (uint64_t)(int64_t)lo & mask,
                  (uint64_t)(int64_t)hi & mask);
    else
      enclose_add(&r, (uint64_t)lo, (uint64_t)hi);
  }
  return has_nan ? enclose_all(op->width) : r;
}

// --- order ------------------------------------------------------------------

// Places in the order of ORIGIN_FLOAT_BELOW: 0 for +0, -1 for -0.
static void places(const enclosure *a, int64_t *lo, int64_t *hi) {
  uint64_t bit = (uint64_t)1 << (a->width - 1);
  *lo = a->has[1] ? -1 - (int64_t)(a->hi[1] ^ bit) : (int64_t)a->lo[0];
  *hi = a->has[0] ? (int64_t)a->hi[0] : -1 - (int64_t)(a->lo[1] ^ bit);
}

// Equal negative words are below each other, equal others are not.
static enclosure compare(const enclose_op *op, const enclosure *a,
                         const enclosure *b) {
  int64_t al, ah, bl, bh;
  places(a, &al, &ah);
  places(b, &bl, &bh);
  bool can = al < bh || (al == bh && al < 0);
  bool can_not = ah > bl || (ah == bl && ah >= 0);
  bool is_negated = op->origin->op == ORIGIN_FLOAT_NOT_BELOW;
  enclosure r = enclose_none(1);
  if (is_negated ? can : can_not)
    enclose_add(&r, 0, 0);
  if (is_negated ? can_not : can)
    enclose_add(&r, 1, 1);
  return r;
}

// --- the interface ----------------------------------------------------------

enclosure enclose_float(const enclose_op *op, const enclosure *a,
                        const enclosure *b) {
  const term_origin *o = op->origin;
  bool is_machine = is_machine_format(o->from) && fegetround() == FE_TONEAREST;
  bool is_nearest = is_machine && o->mode == NEAREST_EVEN;
  switch ((origin_op)o->op) {
  case ORIGIN_FLOAT_BELOW:
  case ORIGIN_FLOAT_NOT_BELOW:
    return compare(op, a, b);
  case ORIGIN_FLOAT_NEG:
    return negated(op, a);
  case ORIGIN_FLOAT_ADD:
  case ORIGIN_FLOAT_SUB:
  case ORIGIN_FLOAT_MUL:
  case ORIGIN_FLOAT_DIV:
    return is_nearest ? two_numbers(op, a, b) : enclose_all(op->width);
  case ORIGIN_FLOAT_CONVERT:
    return is_nearest && is_machine_format(o->to) ? one_number(op, a)
                                                  : enclose_all(op->width);
  case ORIGIN_FLOAT_SQRT:
    return is_nearest ? one_number(op, a) : enclose_all(op->width);
  case ORIGIN_FLOAT_TO_INTEGRAL:
    return is_machine ? one_number(op, a) : enclose_all(op->width);
  case ORIGIN_FLOAT_FROM_SIGNED:
  case ORIGIN_FLOAT_FROM_UNSIGNED:
    return is_nearest ? from_integer(op, a) : enclose_all(op->width);
  case ORIGIN_FLOAT_TO_SIGNED:
  case ORIGIN_FLOAT_TO_UNSIGNED:
    return is_machine ? to_integer(op, a) : enclose_all(op->width);
  default:
    return enclose_all(op->width);
  }
}
