// SPDX-License-Identifier: Apache-2.0
// Every operation on all operands of formats of eight and six bits.
//
// The reference knows nothing of significands and sticky bits. It lists the
// values of the format as doubles, in which exact sums and products of these
// formats fit, finds the two neighbors of a result, and takes one by the mode.
// Quotients and roots are not exact in double, but no closer to a value of the
// format, or to the middle of two, than a double can tell.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "simulate.h"

typedef struct {
  float_format f;
  uint32_t width, count; // count: finite magnitudes, then infinity
  double magnitude[257]; // by word; that of infinity is what would come next
} table;

static void fill(table *t, uint32_t exponent, uint32_t precision) {
  t->f = (float_format){exponent, precision};
  t->width = float_width(t->f);
  int bias = (1 << (exponent - 1)) - 1;
  uint32_t fraction = 1u << (precision - 1);
  t->count = ((1u << exponent) - 1) * fraction;
  for (uint32_t w = 0; w <= t->count; w++) {
    int e = (int)(w / fraction);
    uint32_t m = w % fraction + (e > 0 ? fraction : 0);
    t->magnitude[w] = ldexp(m, (e > 0 ? e : 1) - bias - (int)precision + 1);
  }
}

static uint64_t sign_bit(const table *t) { return 1ull << (t->width - 1); }
static uint64_t default_nan(const table *t) {
  return sign_bit(t) | t->count | 1ull << (t->f.precision - 2);
}
static bool is_nan(const table *t, uint64_t w) {
  return (w & (sign_bit(t) - 1)) > t->count;
}

static double decode(const table *t, uint64_t w) {
  uint64_t m = w & (sign_bit(t) - 1);
  double d = m == t->count ? INFINITY : m > t->count ? NAN : t->magnitude[m];
  return (w & sign_bit(t)) != 0 ? -d : d;
}

// Whether the larger neighbor is taken.
static bool takes_larger(float_mode mode, bool negative, double below,
                         double above, bool odd_below) {
  switch (mode) {
  case FLOAT_NEAREST_EVEN:
    return below > above || (below == above && odd_below);
  case FLOAT_NEAREST_AWAY:
    return below >= above;
  case FLOAT_UPWARD:
    return !negative;
  case FLOAT_DOWNWARD:
    return negative;
  case FLOAT_TOWARD_ZERO:
    return false;
  }
  abort();
}

static uint64_t encode(const table *t, float_mode mode, double d) {
  if (isnan(d))
    return default_nan(t);
  uint64_t sign = signbit(d) ? sign_bit(t) : 0;
  double m = fabs(d);
  if (isinf(m))
    return sign | t->count;
  uint32_t low = t->count;
  while (t->magnitude[low] > m)
    low--;
  if (t->magnitude[low] == m && low < t->count)
    return sign | low;
  if (low == t->count) // beyond: infinity, or the largest finite value
    return sign | (takes_larger(mode, sign != 0, 1, 0, true) ? low : low - 1);
  double below = m - t->magnitude[low], above = t->magnitude[low + 1] - m;
  bool larger = takes_larger(mode, sign != 0, below, above, low % 2 == 1);
  return sign | (larger ? low + 1 : low);
}

// --- operations -------------------------------------------------------------

typedef enum {
  ADD,
  SUB,
  MUL,
  DIV,
  SQRT,
  FMA,
  REMAINDER,
  FMOD,
  INTEGRAL,
  LT,
  LE,
  EQ,
  MIN,
  MAX,
  SCALE,
  FROM_SIGNED,
  FROM_UNSIGNED,
  TO_SIGNED,
  TO_UNSIGNED,
  RANGE_SIGNED,
  RANGE_UNSIGNED,
  EXACT_SIGNED,
  MANTISSA,
  EXPONENT,
  OPERATIONS
} operation;

static uint32_t arity(operation op) {
  return op == FMA                                           ? 3
         : op == SQRT || op == INTEGRAL || op >= FROM_SIGNED ? 1
                                                             : 2;
}

enum { INT_BITS = 5, EXPONENT_BITS = 8 };

static term build(const float_context *c, operation op, const term *x) {
  switch (op) {
  case ADD:
    return float_add(c, x[0], x[1]);
  case SUB:
    return float_sub(c, x[0], x[1]);
  case MUL:
    return float_mul(c, x[0], x[1]);
  case DIV:
    return float_div(c, x[0], x[1]);
  case SQRT:
    return float_sqrt(c, x[0]);
  case FMA:
    return float_fma(c, x[0], x[1], x[2]);
  case REMAINDER:
    return float_remainder(c, x[0], x[1]);
  case FMOD:
    return float_fmod(c, x[0], x[1]);
  case INTEGRAL:
    return float_to_integral(c, x[0]);
  case LT:
    return float_lt(c, x[0], x[1]);
  case LE:
    return float_le(c, x[0], x[1]);
  case EQ:
    return float_eq(c, x[0], x[1]);
  case MIN:
    return float_min(c, x[0], x[1]);
  case MAX:
    return float_max(c, x[0], x[1]);
  case FROM_SIGNED:
    return float_from_int(c, x[0], true);
  case FROM_UNSIGNED:
    return float_from_int(c, x[0], false);
  case TO_SIGNED:
    return float_to_int(c, x[0], INT_BITS, true).bits;
  case TO_UNSIGNED:
    return float_to_int(c, x[0], INT_BITS, false).bits;
  case RANGE_SIGNED:
    return float_to_int(c, x[0], INT_BITS, true).is_in_range;
  case RANGE_UNSIGNED:
    return float_to_int(c, x[0], INT_BITS, false).is_in_range;
  case EXACT_SIGNED:
    return float_to_int(c, x[0], INT_BITS, true).is_exact;
  case SCALE:
    return float_scale(c, x[0], x[1]);
  case MANTISSA:
    return float_mantissa(c, x[0]);
  case EXPONENT:
    return float_exponent(c, x[0], EXPONENT_BITS);
  case OPERATIONS:
    break;
  }
  abort();
}

static double integral(float_mode mode, double d) {
  double down = floor(fabs(d)), below = fabs(d) - down;
  if (below == 0 || isinf(d))
    return d;
  bool up =
      takes_larger(mode, signbit(d), below, 1 - below, fmod(down, 2) != 0);
  return copysign(up ? down + 1 : down, d);
}

static bool in_range(double d, bool is_signed) {
  double low = is_signed ? -16 : 0, high = is_signed ? 15 : 31;
  return low <= d && d <= high; // false for NaN
}

// The sign of an exact zero that is the sum of x and y.
static double sum(float_mode mode, double x, double y) {
  double s = x + y;
  return s == 0 && signbit(x) != signbit(y)
             ? (mode == FLOAT_DOWNWARD ? -0.0 : 0.0)
             : s;
}

static uint64_t quiet(const table *t, uint64_t w) {
  return w | 1ull << (t->f.precision - 2);
}

static double as_int(const table *t, operation op, uint64_t w) {
  bool negative = op == FROM_SIGNED && (w & sign_bit(t)) != 0;
  return negative ? (double)w - 2 * (double)sign_bit(t) : (double)w;
}

static bool has_nan_rule(operation op) {
  return op <= INTEGRAL || op == MANTISSA;
}

// The second operand is an integer.
static double scaled(const table *t, double d, uint64_t n) {
  int64_t by = (int64_t)n;
  if ((n & sign_bit(t)) != 0)
    by -= (int64_t)(2 * sign_bit(t));
  return ldexp(d, (int)by);
}

// The mantissa or the exponent.
static uint64_t taken_apart(const table *t, operation op, double d) {
  int exponent = 0;
  double mantissa = frexp(d, &exponent);
  if (d == 0 || isinf(d) || isnan(d))
    exponent = 0;
  return op == MANTISSA ? encode(t, FLOAT_NEAREST_EVEN, mantissa)
                        : (uint64_t)exponent & ((1u << EXPONENT_BITS) - 1);
}

static uint64_t expect_word(const table *t, float_mode m, operation op,
                            const uint64_t *w) {
  double x = decode(t, w[0]), y = decode(t, w[1]), z = decode(t, w[2]);
  for (uint32_t i = 0; i < arity(op) && has_nan_rule(op); i++)
    if (is_nan(t, w[i]))
      return quiet(t, w[i]);
  switch (op) {
  case ADD:
    return encode(t, m, sum(m, x, y));
  case SUB:
    return encode(t, m, sum(m, x, -y));
  case MUL:
    return encode(t, m, x * y);
  case DIV:
    return encode(t, m, x / y);
  case SQRT:
    return encode(t, m, sqrt(x));
  case FMA:
    return encode(t, m, sum(m, x * y, z));
  case REMAINDER:
    return encode(t, m, remainder(x, y));
  case FMOD:
    return encode(t, m, fmod(x, y));
  case INTEGRAL:
    return encode(t, m, integral(m, x));
  case LT:
    return x < y;
  case LE:
    return x <= y;
  case EQ:
    return x == y;
  case FROM_SIGNED:
  case FROM_UNSIGNED:
    return encode(t, m, as_int(t, op, w[0]));
  case RANGE_SIGNED:
    return in_range(integral(m, x), true);
  case RANGE_UNSIGNED:
    return in_range(integral(m, x), false);
  case EXACT_SIGNED:
    return in_range(x, true) && x == floor(x);
  case SCALE:
    return is_nan(t, w[0]) ? quiet(t, w[0]) : encode(t, m, scaled(t, x, w[1]));
  case MANTISSA:
  case EXPONENT:
    return taken_apart(t, op, x);
  default:
    abort();
  }
}

// Signaling NaNs count as a NaN operand of an addition.
static uint64_t expect_order(const table *t, operation op, const uint64_t *w) {
  bool signals = false;
  for (int i = 0; i < 2; i++)
    signals |= is_nan(t, w[i]) && quiet(t, w[i]) != w[i];
  if (is_nan(t, w[0]) && (is_nan(t, w[1]) || signals))
    return quiet(t, w[0]);
  if (is_nan(t, w[1]) && signals)
    return quiet(t, w[1]);
  if (is_nan(t, w[0]) || is_nan(t, w[1]))
    return is_nan(t, w[0]) ? w[1] : w[0];
  double x = decode(t, w[0]), y = decode(t, w[1]);
  return (op == MIN ? x < y : x > y) ? w[0] : w[1];
}

static bool agrees(const table *t, float_mode m, operation op,
                   const uint64_t *w, uint64_t got) {
  if (op == MIN || op == MAX)
    return got == expect_order(t, op, w);
  if (op == TO_SIGNED || op == TO_UNSIGNED) {
    double d = integral(m, decode(t, w[0]));
    return !in_range(d, op == TO_SIGNED) ||
           got == ((uint64_t)(int64_t)d & ((1u << INT_BITS) - 1));
  }
  return got == expect_word(t, m, op, w);
}

// --- all operands -----------------------------------------------------------

static void operands_of(const table *t, uint64_t index, uint64_t *w) {
  for (uint32_t i = 0; i < MOST_OPERANDS; i++) {
    w[i] = index & ((1ull << t->width) - 1);
    index >>= t->width;
  }
}

static void check_lanes(const table *t, simulation *s, float_mode m,
                        operation op, uint64_t first) {
  for (uint32_t lane = 0; lane < LANES; lane++) {
    uint64_t w[MOST_OPERANDS];
    operands_of(t, first + lane, w);
    uint64_t got = simulation_get(s, lane);
    if (agrees(t, m, op, w, got))
      continue;
    print_error("operation %d mode %d: %llx %llx %llx gives %llx\n", (int)op,
                (int)m, (unsigned long long)w[0], (unsigned long long)w[1],
                (unsigned long long)w[2], (unsigned long long)got);
    fail();
  }
}

static void run_operation(const table *t, operation op) {
  simulation s;
  simulation_open(&s);
  float_context c = {s.tt, t->f, s.mode};
  term x[MOST_OPERANDS] = {TERM_NONE, TERM_NONE, TERM_NONE};
  for (uint32_t i = 0; i < arity(op); i++)
    x[i] = simulation_operand(&s, i, t->width);
  simulation_result(&s, build(&c, op, x));
  uint64_t all = 1ull << (t->width * arity(op));
  for (uint32_t m = FLOAT_NEAREST_EVEN; m <= FLOAT_TOWARD_ZERO; m++) {
    simulation_set_mode(&s, (float_mode)m);
    for (uint64_t first = 0; first < all; first += LANES) {
      for (uint32_t lane = 0; lane < LANES; lane++) {
        uint64_t w[MOST_OPERANDS];
        operands_of(t, first + lane, w);
        for (uint32_t i = 0; i < arity(op); i++)
          simulation_set(&s, i, lane, w[i]);
      }
      simulation_run(&s);
      check_lanes(t, &s, (float_mode)m, op, first);
    }
  }
  simulation_close(&s);
}

static void all_pairs_of_eight_bits(void **state) {
  table t;
  fill(&t, 4, 4);
  for (operation op = 0; op < OPERATIONS; op++)
    if (op != FMA)
      run_operation(&t, op);
  fill(&t, 5, 3);
  for (operation op = 0; op < OPERATIONS; op++)
    if (op != FMA)
      run_operation(&t, op);
}

static void all_triples_of_six_bits(void **state) {
  table t;
  fill(&t, 3, 3);
  for (operation op = 0; op < OPERATIONS; op++)
    run_operation(&t, op);
}

// Both ways between formats where one holds the other, and where none does.
static void run_conversion(const table *from, const table *to) {
  simulation s;
  simulation_open(&s);
  float_context c = {s.tt, from->f, s.mode};
  term x = simulation_operand(&s, 0, from->width);
  simulation_result(&s, float_convert(&c, to->f, x));
  for (uint32_t m = FLOAT_NEAREST_EVEN; m <= FLOAT_TOWARD_ZERO; m++)
    for (uint64_t w = 0; w < 1ull << from->width; w++) {
      simulation_set_mode(&s, (float_mode)m);
      simulation_set(&s, 0, 0, w);
      simulation_run(&s);
      uint64_t got = simulation_get(&s, 0);
      if (is_nan(from, w))
        CHECK(is_nan(to, got) && (got & quiet(to, 0)) != 0);
      else
        CHECK(got == encode(to, (float_mode)m, decode(from, w)));
    }
  simulation_close(&s);
}

static void conversions_between_small_formats(void **state) {
  table t[4];
  fill(&t[0], 4, 4);
  fill(&t[1], 5, 3);
  fill(&t[2], 3, 3);
  fill(&t[3], 4, 3);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      if (i != j)
        run_conversion(&t[i], &t[j]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_pairs_of_eight_bits),
      cmocka_unit_test(all_triples_of_six_bits),
      cmocka_unit_test(conversions_between_small_formats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
