// SPDX-License-Identifier: Apache-2.0
// Floats: operations on sets of words that are read as numbers.
//
// In the order in which negative words come first, the larger the earlier, the
// place of a word is its *key*: 0 for +0, -1 for -0. Numbers between two bounds
// have keys between theirs, NaNs have those at both ends. An operation that is
// rounded to the nearest is monotonic in each operand, as rounding is: over
// numbers of one sign its bounds are results at bounds. The machine computes
// these, for the two formats that it has; nothing is known of others, nor of
// other modes. Single results are computed in double precision and rounded
// once more, which never differs (Figueroa, "When is double rounding
// innocuous?", 1995).
#include "domain/transfer_internal.h"

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <string.h>

enum { NEAREST_EVEN, NEAREST_AWAY, UPWARD, DOWNWARD, TOWARD_ZERO };

static bool is_single(origin_format f) {
  return f.exponent == 8 && f.precision == 24;
}

static bool is_double(origin_format f) {
  return f.exponent == 11 && f.precision == 53;
}

static bool is_known(origin_format f) { return is_single(f) || is_double(f); }

static vtype type_of(origin_format f) {
  assert(is_known(f));
  return (vtype){VTYPE_BV, (uint32_t)f.exponent + f.precision};
}

// --- words, keys and numbers ------------------------------------------------

static wide half_of(origin_format f) { return vtype_modulus(type_of(f)) / 2; }

// From a word to its key, and back.
static wide turn(origin_format f, wide x) {
  wide half = half_of(f);
  if (x < 0)
    return half - 1 - x;
  return x < half ? x : half - 1 - x;
}

// The key of infinity; that of minus infinity is -1 - it.
static wide infinity_of(origin_format f) {
  assert(is_known(f));
  return half_of(f) - ((wide)1 << (f.precision - 1));
}

static double number_of(origin_format f, wide key) {
  assert(is_known(f));
  uint64_t word = (uint64_t)turn(f, key);
  if (is_double(f)) {
    double d;
    memcpy(&d, &word, sizeof d);
    return d;
  }
  uint32_t low = (uint32_t)word;
  float single;
  memcpy(&single, &low, sizeof single);
  return (double)single;
}

// Of a number that was rounded to the format already.
static wide key_of(origin_format f, double d) {
  assert(!isnan(d));
  assert(is_known(f));
  if (is_double(f)) {
    uint64_t word;
    memcpy(&word, &d, sizeof word);
    return turn(f, (wide)word);
  }
  float single = (float)d;
  uint32_t word;
  memcpy(&word, &single, sizeof word);
  return turn(f, (wide)word);
}

static double rounded(origin_format f, double d) {
  assert(is_known(f));
  return is_single(f) ? (double)(float)d : d;
}

// --- sets as numbers --------------------------------------------------------

// Numbers of one sign between two bounds.
typedef struct {
  double lo, hi;
} range;

// The numbers of a set: negative ones, the others; and is there a NaN?
typedef struct {
  bool has[2];
  range of[2];
  bool has_nan;
} numbers;

// The hull of the keys of a set that have the sign. False: there are none.
static bool keys_of(origin_format f, const vset *a, bool negative, wide *lo,
                    wide *hi) {
  wide half = half_of(f);
  wide first = negative ? half : 0, last = negative ? 2 * half - 1 : half - 1;
  bool has = false;
  for (uint32_t i = 0; i < a->count; i++) {
    wide from = wide_max(a->part[i].lo, first);
    wide to = wide_min(a->part[i].hi, last);
    if (from > to)
      continue;
    wide x = turn(f, negative ? to : from), y = turn(f, negative ? from : to);
    *lo = has ? wide_min(*lo, x) : x;
    *hi = has ? wide_max(*hi, y) : y;
    has = true;
  }
  return has;
}

static numbers numbers_of(origin_format f, const vset *a) {
  numbers n = {.has_nan = false};
  wide infinity = infinity_of(f), lo, hi;
  for (int sign = 0; sign < 2; sign++) {
    if (!keys_of(f, a, sign == 1, &lo, &hi))
      continue;
    n.has_nan |= hi > infinity || lo < -1 - infinity;
    lo = wide_max(lo, -1 - infinity);
    hi = wide_min(hi, infinity);
    n.has[sign] = lo <= hi;
    if (n.has[sign])
      n.of[sign] = (range){number_of(f, lo), number_of(f, hi)};
  }
  return n;
}

// A result: keys and NaNs, put together as words.
typedef struct {
  origin_format format;
  vset_builder words;
} builder;

static void add_keys(builder *b, wide lo, wide hi) {
  assert(lo <= hi);
  if (hi >= 0)
    vset_add(&b->words, wide_max(lo, 0), hi);
  if (lo < 0)
    vset_add(&b->words, turn(b->format, wide_min(hi, -1)), turn(b->format, lo));
}

// Numbers from lo to hi. A zero may have either sign.
static void add_numbers(builder *b, double lo, double hi) {
  assert(lo <= hi);
  add_keys(b, lo == 0 ? -1 : key_of(b->format, lo),
           hi == 0 ? 0 : key_of(b->format, hi));
}

static void add_all_numbers(builder *b) {
  wide infinity = infinity_of(b->format);
  add_keys(b, -1 - infinity, infinity);
}

static void add_nans(builder *b) {
  wide infinity = infinity_of(b->format), half = half_of(b->format);
  add_keys(b, infinity + 1, half - 1);
  add_keys(b, -half, -2 - infinity);
}

// --- arithmetic -------------------------------------------------------------

static double apply(origin_op op, double a, double b) {
  switch (op) {
  case ORIGIN_FLOAT_ADD:
    return a + b;
  case ORIGIN_FLOAT_SUB:
    return a - b;
  case ORIGIN_FLOAT_MUL:
    return a * b;
  case ORIGIN_FLOAT_DIV:
    return a / b;
  default:
    assert(!"not an operation of two numbers");
    return 0;
  }
}

// Where bounds have no result, some numbers between them have none, or any.
static void add_unknown(builder *b) {
  add_all_numbers(b);
  add_nans(b);
}

static void add_results(builder *b, origin_op op, range x, range y) {
  assert(x.lo <= x.hi && y.lo <= y.hi);
  double lo = INFINITY, hi = -INFINITY;
  for (int i = 0; i < 4; i++) {
    double r = apply(op, i & 1 ? x.hi : x.lo, i & 2 ? y.hi : y.lo);
    if (isnan(r)) {
      add_unknown(b);
      return;
    }
    r = rounded(b->format, r);
    lo = r < lo ? r : lo;
    hi = r > hi ? r : hi;
  }
  add_numbers(b, lo, hi);
}

// fmod is exact, has the sign of the first operand, and is not larger than it;
// nor than the second one, unless that is infinite.
static void add_rests(builder *b, range x, range y) {
  double most = fmax(fabs(x.lo), fabs(x.hi));
  double bound = fmax(fabs(y.lo), fabs(y.hi));
  if (y.lo == 0 || y.hi == 0 || isinf(most))
    add_nans(b);
  if (isinf(most))
    most = bound;
  most = fmin(most, bound);
  if (signbit(x.lo))
    add_numbers(b, -most, 0);
  else
    add_numbers(b, 0, most);
}

static void combine(builder *b, const transfer_op *op, const vset *a,
                    const vset *c) {
  numbers x = numbers_of(op->from, a), y = numbers_of(op->from, c);
  if (x.has_nan || y.has_nan)
    add_nans(b);
  for (int i = 0; i < 4; i++) {
    int s = i & 1, t = i / 2;
    if (!x.has[s] || !y.has[t])
      continue;
    if (op->origin == ORIGIN_FLOAT_FMOD)
      add_rests(b, x.of[s], y.of[t]);
    else
      add_results(b, op->origin, x.of[s], y.of[t]);
  }
}

// --- operations of one number -----------------------------------------------

static double integral(uint8_t mode, double a) {
  switch (mode) {
  case NEAREST_EVEN:
    return nearbyint(a);
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

static void add_root(builder *b, range x) {
  if (x.lo < 0)
    add_nans(b);
  if (x.hi >= 0)
    add_numbers(b, x.lo < 0 ? 0 : rounded(b->format, sqrt(x.lo)),
                rounded(b->format, sqrt(x.hi)));
}

static void map_range(builder *b, const transfer_op *op, range x) {
  switch (op->origin) {
  case ORIGIN_FLOAT_SQRT:
    add_root(b, x);
    return;
  case ORIGIN_FLOAT_TO_INTEGRAL:
    add_numbers(b, integral(op->mode, x.lo), integral(op->mode, x.hi));
    return;
  case ORIGIN_FLOAT_CONVERT:
    add_numbers(b, rounded(op->to, x.lo), rounded(op->to, x.hi));
    return;
  default:
    assert(!"not an operation of one number");
  }
}

static void map(builder *b, const transfer_op *op, const vset *a) {
  numbers x = numbers_of(op->from, a);
  if (x.has_nan)
    add_nans(b);
  for (int s = 0; s < 2; s++)
    if (x.has[s])
      map_range(b, op, x.of[s]);
}

// --- integers ---------------------------------------------------------------

static double number_of_integer(origin_format f, bool is_signed, wide n) {
  if (is_single(f))
    return is_signed ? (double)(float)(int64_t)n : (double)(float)(uint64_t)n;
  return is_signed ? (double)(int64_t)n : (double)(uint64_t)n;
}

static void from_integer(builder *b, const transfer_op *op, const vset *a) {
  bool is_signed = op->origin == ORIGIN_FLOAT_FROM_SIGNED;
  span parts[SIGNED_PARTS];
  uint32_t n = 0;
  if (is_signed)
    n = transfer_signed(op->args[0], a, parts);
  for (uint32_t i = 0; !is_signed && i < a->count; i++)
    parts[n++] = a->part[i];
  for (uint32_t i = 0; i < n; i++)
    add_numbers(b, number_of_integer(b->format, is_signed, parts[i].lo),
                number_of_integer(b->format, is_signed, parts[i].hi));
}

static bool fits(vtype t, bool is_signed, double d) {
  double bound = ldexp(1, (int)t.width - (is_signed ? 1 : 0));
  return d < bound && d >= (is_signed ? -bound : 0);
}

static vset to_integer(const transfer_op *op, const vset *a) {
  bool is_signed = op->origin == ORIGIN_FLOAT_TO_SIGNED;
  numbers x = numbers_of(op->from, a);
  vset_builder out;
  vset_begin(&out, op->type);
  for (int s = 0; s < 2 && !x.has_nan; s++) {
    if (!x.has[s])
      continue;
    double lo = integral(op->mode, x.of[s].lo);
    double hi = integral(op->mode, x.of[s].hi);
    if (!fits(op->type, is_signed, lo) || !fits(op->type, is_signed, hi))
      return vset_top(op->type);
    vset_add(&out, (wide)lo, (wide)hi);
  }
  return x.has_nan ? vset_top(op->type) : vset_end(&out, 1, 0, op->arcs);
}

// --- order ------------------------------------------------------------------

static void hull_of(origin_format f, const vset *a, wide *lo, wide *hi) {
  assert(!vset_is_empty(a));
  wide x, y;
  bool has_negative = keys_of(f, a, true, lo, hi);
  if (!keys_of(f, a, false, &x, &y))
    return;
  *lo = has_negative ? *lo : x;
  *hi = y;
}

// Equal negative words are below each other, equal others are not.
static vset is_below(const transfer_op *op, const vset *a, const vset *b) {
  wide al, ah, bl, bh;
  hull_of(op->from, a, &al, &ah);
  hull_of(op->from, b, &bl, &bh);
  bool can_be = al < bh || (al == bh && al < 0);
  bool cannot = ah > bl || (ah == bl && ah >= 0);
  if (op->origin == ORIGIN_FLOAT_NOT_BELOW)
    return vset_span(can_be ? 0 : 1, cannot ? 1 : 0);
  return vset_span(cannot ? 0 : 1, can_be ? 1 : 0);
}

static void clip(const transfer_op *op, vset *a, wide lo, wide hi) {
  assert(lo <= hi);
  if (lo > hi) {
    *a = vset_empty();
    return;
  }
  builder keep = {.format = op->from};
  vset_begin(&keep.words, type_of(op->from));
  add_keys(&keep, lo, hi);
  vset words = vset_end(&keep.words, 1, 0, VSET_ARCS);
  *a = vset_meet(type_of(op->from), a, &words);
}

static void assume_order(const transfer_op *op, bool holds, vset *a, vset *b) {
  wide al, ah, bl, bh;
  hull_of(op->from, a, &al, &ah);
  hull_of(op->from, b, &bl, &bh);
  if (holds) {
    clip(op, a, al, wide_min(ah, bh >= 0 ? bh - 1 : bh));
    clip(op, b, wide_max(bl, al >= 0 ? al + 1 : al), bh);
  } else {
    clip(op, a, wide_max(al, bl < 0 ? bl + 1 : bl), ah);
    clip(op, b, bl, wide_min(bh, ah < 0 ? ah - 1 : ah));
  }
}

// --- the interface ----------------------------------------------------------

static bool is_order(const transfer_op *op) {
  return op->origin == ORIGIN_FLOAT_BELOW ||
         op->origin == ORIGIN_FLOAT_NOT_BELOW;
}

// Half of the modulus more: the sign bit turns around.
static vset negate(const transfer_op *op, const vset *a) {
  vset half = vset_one(vtype_modulus(op->type) / 2);
  return transfer_add(op->type, a, &half, op->arcs);
}

// Integral values and integers do not depend on how the machine rounds.
static bool is_computed(const transfer_op *op) {
  if (!is_known(op->from) || !is_known(op->to))
    return false;
  switch (op->origin) {
  case ORIGIN_FLOAT_TO_INTEGRAL:
  case ORIGIN_FLOAT_TO_SIGNED:
  case ORIGIN_FLOAT_TO_UNSIGNED:
  case ORIGIN_FLOAT_FMOD:
    return op->mode != NEAREST_EVEN || fegetround() == FE_TONEAREST;
  default:
    return op->mode == NEAREST_EVEN && fegetround() == FE_TONEAREST;
  }
}

static vset compute(const transfer_op *op, const vset *a, const vset *b) {
  builder out = {.format = op->to};
  vset_begin(&out.words, op->type);
  switch (op->origin) {
  case ORIGIN_FLOAT_TO_SIGNED:
  case ORIGIN_FLOAT_TO_UNSIGNED:
    return to_integer(op, a);
  case ORIGIN_FLOAT_FROM_SIGNED:
  case ORIGIN_FLOAT_FROM_UNSIGNED:
    from_integer(&out, op, a);
    break;
  case ORIGIN_FLOAT_SQRT:
  case ORIGIN_FLOAT_TO_INTEGRAL:
  case ORIGIN_FLOAT_CONVERT:
    map(&out, op, a);
    break;
  default:
    combine(&out, op, a, b);
  }
  return vset_end(&out.words, 1, 0, op->arcs);
}

vset transfer_float(const transfer_op *op, const vset *a, const vset *b) {
  if (op->origin == ORIGIN_FLOAT_NEG)
    return negate(op, a);
  if (is_order(op))
    return is_below(op, a, b);
  return is_computed(op) ? compute(op, a, b) : vset_top(op->type);
}

// From wider results to what is converted without rounding.
static void back_convert(const transfer_op *op, const vset *result, vset *a) {
  if (!is_single(op->from) || !is_double(op->to) || vset_is_empty(result))
    return;
  wide lo, hi, infinity = infinity_of(op->to), own = infinity_of(op->from);
  hull_of(op->to, result, &lo, &hi);
  if (lo < -1 - infinity || hi > infinity)
    return; // a NaN
  double least = number_of(op->to, lo), most = number_of(op->to, hi);
  wide from = key_of(op->from, (float)least),
       to = key_of(op->from, (float)most);
  // The nearest float may be outside.
  from = (double)(float)least < least ? from + 1 : from;
  to = (double)(float)most > most ? to - 1 : to;
  clip(op, a, least == 0 ? -1 : wide_max(from, -1 - own),
       most == 0 ? 0 : wide_min(to, own));
}

void transfer_float_back(const transfer_op *op, const vset *result, vset *a,
                         vset *b) {
  if (op->origin == ORIGIN_FLOAT_NEG) {
    vset same = negate(op, result);
    *a = vset_meet(op->type, a, &same);
  } else if (op->origin == ORIGIN_FLOAT_CONVERT && is_computed(op)) {
    back_convert(op, result, a);
  } else if (is_order(op) && result->count > 0) {
    bool yes = vset_has(result, 1), no = vset_has(result, 0);
    if (yes != no)
      assume_order(op, yes == (op->origin == ORIGIN_FLOAT_BELOW), a, b);
  }
}
