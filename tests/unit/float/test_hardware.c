// SPDX-License-Identifier: Apache-2.0
// Every operation on float and double against the processor's.
//
//   test_hardware [COUNT]    operands per operation, format and mode; 0 prints
//                            the sizes of the circuits instead
//
// Operands are random words, and words near those where something changes:
// zeros, the smallest and largest of each kind, powers of two, integers, NaNs,
// neighbors of the other operand. Arithmetic is done by SSE instructions in the
// four modes that they have; the rest by the C library. NaNs are compared bit
// by bit where an instruction makes them.
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "simulate.h"

static uint32_t COUNT = 5000;

// --- operands ---------------------------------------------------------------

static uint64_t random_state = 88172645463325252ull;
static uint64_t random_word(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static uint64_t mask_of(uint32_t width) {
  return width == 64 ? ~0ull : (1ull << width) - 1;
}

// Exponents near an edge or near that of 1, fractions of few bits.
static uint64_t special_word(float_format f) {
  uint32_t fraction = f.precision - 1;
  uint64_t top = (1ull << f.exponent) - 1, bias = top / 2;
  const uint64_t exponents[] = {
      0,         1,        top - 1, top, bias, bias - fraction, bias + fraction,
      bias + 31, bias + 63};
  uint64_t e = exponents[random_word() % 9] + random_word() % 3 - 1;
  uint64_t m = 0;
  for (uint64_t k = random_word() % 3; k-- > 0;)
    m ^= (1ull << random_word() % fraction) - random_word() % 2;
  uint64_t word = (e & top) << fraction | (m & mask_of(fraction));
  return word | random_word() % 2 << (fraction + f.exponent);
}

static uint64_t operand(float_format f, const uint64_t *before, uint32_t i) {
  uint64_t mask = mask_of(float_width(f));
  switch (random_word() % 4) {
  case 0:
    return random_word() & mask;
  case 1:
    // Near another operand, possibly of the other sign.
    if (i > 0)
      return ((before[i - 1] + random_word() % 5 - 2) ^
              random_word() % 2 << (float_width(f) - 1)) &
             mask;
    return special_word(f);
  case 2: {
    // An exponent of everyday numbers.
    uint64_t e = (1ull << (f.exponent - 1)) - 8 + random_word() % 16;
    uint64_t m = random_word() & mask_of(f.precision - 1);
    return (e << (f.precision - 1) | m |
            random_word() % 2 << (float_width(f) - 1)) &
           mask;
  }
  default:
    return special_word(f);
  }
}

// --- the processor ----------------------------------------------------------

typedef union {
  uint64_t word;
  double d;
  float f;
} image;

static double as_double(uint64_t w) {
  image i = {.word = w};
  return i.d;
}
static float as_float(uint64_t w) {
  image i = {.word = w};
  return i.f;
}
static uint64_t of_double(double d) {
  image i = {.d = d};
  return i.word;
}
static uint64_t of_float(float f) {
  image i = {.word = 0};
  i.f = f;
  return i.word;
}

typedef enum {
  ADD,
  SUB,
  MUL,
  DIV,
  SQRT,
  CONVERT,
  FMA,
  REMAINDER,
  FMOD,
  INTEGRAL,
  FLOOR,
  ROUND,
  LT,
  LE,
  EQ,
  MIN,
  MAX,
  TO_INT32,
  TO_INT64,
  TO_UINT32,
  FROM_INT32,
  FROM_INT64,
  FROM_UINT64,
  OPERATIONS
} operation;

static const char *const NAMES[] = {
    "add",        "sub",        "mul",        "div",      "sqrt",
    "convert",    "fma",        "remainder",  "fmod",     "integral",
    "floor",      "round",      "lt",         "le",       "eq",
    "min",        "max",        "to int32",   "to int64", "to uint32",
    "from int32", "from int64", "from uint64"};

static uint32_t arity(operation op) {
  if (op == FMA)
    return 3;
  bool is_binary =
      op <= DIV || op == REMAINDER || op == FMOD || (op >= LT && op <= MAX);
  return is_binary ? 2 : 1;
}

// Instructions, so that no compiler swaps operands or folds.
#define SSE2(name, type, instruction)                                          \
  static type name(type a, type b) {                                           \
    __asm__ volatile(instruction " %1, %0" : "+x"(a) : "x"(b));                \
    return a;                                                                  \
  }
SSE2(add_d, double, "addsd")
SSE2(sub_d, double, "subsd")
SSE2(mul_d, double, "mulsd")
SSE2(div_d, double, "divsd")
SSE2(sqrt_d, double, "sqrtsd")
SSE2(add_f, float, "addss")
SSE2(sub_f, float, "subss")
SSE2(mul_f, float, "mulss")
SSE2(div_f, float, "divss")
SSE2(sqrt_f, float, "sqrtss")

static float narrow(double d) {
  float f;
  __asm__ volatile("cvtsd2ss %1, %0" : "=x"(f) : "x"(d));
  return f;
}
static double widen(float f) {
  double d;
  __asm__ volatile("cvtss2sd %1, %0" : "=x"(d) : "x"(f));
  return d;
}

static uint64_t expect_double(operation op, const uint64_t *w) {
  volatile double x = as_double(w[0]), y = as_double(w[1]), z = as_double(w[2]);
  switch (op) {
  case ADD:
    return of_double(add_d(x, y));
  case SUB:
    return of_double(sub_d(x, y));
  case MUL:
    return of_double(mul_d(x, y));
  case DIV:
    return of_double(div_d(x, y));
  case SQRT:
    return of_double(sqrt_d(x, x));
  case CONVERT:
    return of_float(narrow(x));
  case FMA:
    return of_double(fma(x, y, z));
  case REMAINDER:
    return of_double(remainder(x, y));
  case FMOD:
    return of_double(fmod(x, y));
  case INTEGRAL:
    return of_double(rint(x));
  case FLOOR:
    return of_double(floor(x));
  case ROUND:
    return of_double(round(x));
  case LT:
    return x < y;
  case LE:
    return x <= y;
  case EQ:
    return x == y;
  case MIN:
    return of_double(fmin(x, y));
  case MAX:
    return of_double(fmax(x, y));
  case TO_INT32:
    return (uint32_t)(int32_t)x;
  case TO_INT64:
    return (uint64_t)(int64_t)x;
  case TO_UINT32:
    return (uint32_t)x;
  case FROM_INT32:
    return of_double((int32_t)w[0]);
  case FROM_INT64:
    return of_double((double)(int64_t)w[0]);
  case FROM_UINT64:
    return of_double((double)w[0]);
  case OPERATIONS:
    break;
  }
  abort();
}

static uint64_t expect_float(operation op, const uint64_t *w) {
  volatile float x = as_float(w[0]), y = as_float(w[1]), z = as_float(w[2]);
  switch (op) {
  case ADD:
    return of_float(add_f(x, y));
  case SUB:
    return of_float(sub_f(x, y));
  case MUL:
    return of_float(mul_f(x, y));
  case DIV:
    return of_float(div_f(x, y));
  case SQRT:
    return of_float(sqrt_f(x, x));
  case CONVERT:
    return of_double(widen(x));
  case FMA:
    return of_float(fmaf(x, y, z));
  case REMAINDER:
    return of_float(remainderf(x, y));
  case FMOD:
    return of_float(fmodf(x, y));
  case INTEGRAL:
    return of_float(rintf(x));
  case FLOOR:
    return of_float(floorf(x));
  case ROUND:
    return of_float(roundf(x));
  case LT:
    return x < y;
  case LE:
    return x <= y;
  case EQ:
    return x == y;
  case MIN:
    return of_float(fminf(x, y));
  case MAX:
    return of_float(fmaxf(x, y));
  case TO_INT32:
    return (uint32_t)(int32_t)x;
  case TO_INT64:
    return (uint64_t)(int64_t)x;
  case TO_UINT32:
    return (uint32_t)x;
  case FROM_INT32:
    return of_float((float)(int32_t)w[0]);
  case FROM_INT64:
    return of_float((float)(int64_t)w[0]);
  case FROM_UINT64:
    return of_float((float)w[0]);
  case OPERATIONS:
    break;
  }
  abort();
}

// --- the circuits -----------------------------------------------------------

static bool is_single(float_format f) { return f.precision == 24; }

static float_context fixed(const float_context *c, float_mode m) {
  return float_context_make(c->tt, c->format, m);
}

static term build(const float_context *c, operation op, const term *x) {
  float_context down = fixed(c, FLOAT_DOWNWARD),
                cut = fixed(c, FLOAT_TOWARD_ZERO);
  float_context away = fixed(c, FLOAT_NEAREST_AWAY);
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
  case CONVERT:
    return float_convert(c, is_single(c->format) ? FLOAT_DOUBLE : FLOAT_SINGLE,
                         x[0]);
  case FMA:
    return float_fma(c, x[0], x[1], x[2]);
  case REMAINDER:
    return float_remainder(c, x[0], x[1]);
  case FMOD:
    return float_fmod(c, x[0], x[1]);
  case INTEGRAL:
    return float_to_integral(c, x[0]);
  case FLOOR:
    return float_to_integral(&down, x[0]);
  case ROUND:
    return float_to_integral(&away, x[0]);
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
  case TO_INT32:
    return float_to_int(&cut, x[0], 32, true).bits;
  case TO_INT64:
    return float_to_int(&cut, x[0], 64, true).bits;
  case TO_UINT32:
    return float_to_int(&cut, x[0], 32, false).bits;
  case FROM_INT32:
    return float_from_int(c, x[0], true);
  case FROM_INT64:
    return float_from_int(c, x[0], true);
  case FROM_UINT64:
    return float_from_int(c, x[0], false);
  case OPERATIONS:
    break;
  }
  abort();
}

static uint32_t operand_width(float_format f, operation op) {
  return op == FROM_INT32 ? 32 : op > FROM_INT32 ? 64 : float_width(f);
}

static bool is_nan(uint64_t w, bool single) {
  return single ? isnan(as_float(w)) : isnan(as_double(w));
}

static bool is_zero(uint64_t w, float_format f) {
  return (w << (64 - float_width(f)) & ~(1ull << 63)) << 1 == 0;
}

// Where C says what the result is.
static bool is_defined(float_format f, operation op, const uint64_t *w) {
  double d = is_single(f) ? (double)as_float(w[0]) : as_double(w[0]);
  switch (op) {
  case TO_INT32:
    return d > -2147483649.0 && d < 2147483648.0;
  case TO_INT64:
    return d >= -0x1p63 && d < 0x1p63;
  case TO_UINT32:
    return d > -1 && d < 4294967296.0;
  default:
    return true;
  }
}

static void check_lane(const simulation *s, float_format f, operation op,
                       const uint64_t *w, uint32_t lane) {
  if (!is_defined(f, op, w))
    return;
  uint64_t got = simulation_get(s, lane);
  uint64_t want = is_single(f) ? expect_float(op, w) : expect_double(op, w);
  if (got == want)
    return;
  bool single = op == CONVERT ? !is_single(f) : is_single(f);
  bool by_library = op >= FMA && op < LT;
  if (by_library && is_nan(got, single) && is_nan(want, single))
    return;
  // The library subtracts, so that a zero need not have its operand's sign.
  if (op == REMAINDER && is_zero(got, f) && is_zero(want, f))
    return;
  bool is_choice = op == MIN || op == MAX;
  if (is_choice && is_zero(w[0], f) && is_zero(w[1], f) && is_zero(got, f))
    return;
  print_error("%s of %u bits, round %d: %llx %llx %llx gives %llx, not %llx\n",
              NAMES[op], float_width(f), fegetround(), (unsigned long long)w[0],
              (unsigned long long)w[1], (unsigned long long)w[2],
              (unsigned long long)got, (unsigned long long)want);
  fail();
}

static void run_batch(simulation *s, float_format f, operation op) {
  uint64_t w[LANES][MOST_OPERANDS] = {{0}};
  bool from_int = op >= FROM_INT32;
  for (uint32_t lane = 0; lane < LANES; lane++)
    for (uint32_t i = 0; i < arity(op); i++) {
      w[lane][i] = operand(f, w[lane], i);
      if (from_int) // of every size
        w[lane][i] =
            (random_word() >> random_word() % 64) ^ -(random_word() % 2);
      w[lane][i] &= mask_of(operand_width(f, op));
      simulation_set(s, i, lane, w[lane][i]);
    }
  simulation_run(s);
  for (uint32_t lane = 0; lane < LANES; lane++)
    check_lane(s, f, op, w[lane], lane);
}

static void run_operation(float_format f, operation op) {
  static const struct {
    float_mode mode;
    int processor;
  } modes[] = {{FLOAT_NEAREST_EVEN, FE_TONEAREST},
               {FLOAT_UPWARD, FE_UPWARD},
               {FLOAT_DOWNWARD, FE_DOWNWARD},
               {FLOAT_TOWARD_ZERO, FE_TOWARDZERO}};
  simulation s;
  simulation_open(&s);
  float_context c = {s.tt, f, s.mode};
  term x[MOST_OPERANDS] = {TERM_NONE, TERM_NONE, TERM_NONE};
  for (uint32_t i = 0; i < arity(op); i++)
    x[i] = simulation_operand(&s, i, operand_width(f, op));
  simulation_result(&s, build(&c, op, x));
  // More than two thousand steps make remainders of doubles slow.
  uint32_t count =
      (op == REMAINDER || op == FMOD) && !is_single(f) ? COUNT / 20 : COUNT;
  for (uint32_t m = 0; m < 4; m++) {
    simulation_set_mode(&s, modes[m].mode);
    fesetround(modes[m].processor);
    for (uint32_t k = 0; k < count; k += LANES)
      run_batch(&s, f, op);
  }
  fesetround(FE_TONEAREST);
  simulation_close(&s);
}

static void float_agrees_with_the_processor(void **state) {
  for (operation op = 0; op < OPERATIONS; op++)
    run_operation(FLOAT_SINGLE, op);
}

static void double_agrees_with_the_processor(void **state) {
  for (operation op = 0; op < OPERATIONS; op++)
    run_operation(FLOAT_DOUBLE, op);
}

// How many gates each operation takes, rounding to nearest.
static void print_sizes(void) {
  for (operation op = 0; op < OPERATIONS; op++)
    for (int single = 1; single >= 0; single--) {
      simulation s;
      simulation_open(&s);
      float_format f = single ? FLOAT_SINGLE : FLOAT_DOUBLE;
      float_context c = float_context_make(s.tt, f, FLOAT_NEAREST_EVEN);
      term x[MOST_OPERANDS] = {TERM_NONE, TERM_NONE, TERM_NONE};
      for (uint32_t i = 0; i < arity(op); i++)
        x[i] = simulation_operand(&s, i, operand_width(f, op));
      simulation_result(&s, build(&c, op, x));
      printf("%-12s %s: %7u gates, %6u terms\n", NAMES[op],
             single ? "float " : "double", aig_count(s.g), terms_count(s.tt));
      simulation_close(&s);
    }
}

int main(int argc, char **argv) {
  if (argc > 1)
    COUNT = (uint32_t)strtoul(argv[1], NULL, 10);
  if (COUNT == 0) {
    print_sizes();
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(float_agrees_with_the_processor),
      cmocka_unit_test(double_agrees_with_the_processor),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
