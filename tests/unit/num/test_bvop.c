// SPDX-License-Identifier: Apache-2.0
// Bit-vector operators: exhaustively over widths 1 to 5, at random up to 200,
// each against a definition that is written another way than the code.
#include "num/bvop.h"

#include "base/mem.h"
#include "base/unreachable.h"
#include "unit.h"

static arena *mem;
static uint64_t seed = 88172645463325252u;

static uint64_t random64(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

// --- the reference: mathematical integers, floor and modulo only ------------

// Two's complement reading of n, 0 <= n < 2^width.
static void to_signed(mpz_t n, uint32_t width) {
  if (mpz_tstbit(n, width - 1)) {
    mpz_t m;
    mpz_init(m);
    mpz_ui_pow_ui(m, 2, width);
    mpz_sub(n, n, m);
    mpz_clear(m);
  }
}

// out = x << y or floor(x / 2^y), y any natural number, by single steps that
// stop once nothing changes (modulo 2^width).
static void naive_shift(mpz_t out, const mpz_t x, const mpz_t y, uint32_t width,
                        bool left) {
  mpz_set(out, x);
  for (uint32_t i = 0; i < width && mpz_cmp_ui(y, i) > 0; i++) {
    if (left)
      mpz_mul_ui(out, out, 2);
    else
      mpz_fdiv_q_ui(out, out, 2);
  }
}

static void naive_bitwise(mpz_t out, bvop op, const mpz_t x, const mpz_t y,
                          uint32_t width) {
  mpz_set_ui(out, 0);
  for (uint32_t i = 0; i < width; i++) {
    int a = mpz_tstbit(x, i), b = mpz_tstbit(y, i);
    int bit = op == BVOP_AND ? a * b : op == BVOP_OR ? a + b > 0 : a != b;
    if (bit)
      mpz_setbit(out, i);
  }
}

// SMT-LIB's text for bvsdiv and bvsrem, by cases of the signs.
static void naive_signed(mpz_t out, bvop op, mpz_t x, mpz_t y, uint32_t width) {
  to_signed(x, width);
  to_signed(y, width);
  int x_sign = mpz_sgn(x) < 0, y_sign = mpz_sgn(y) < 0;
  mpz_t q, r;
  mpz_inits(q, r, NULL);
  mpz_abs(x, x);
  mpz_abs(y, y);
  if (mpz_sgn(y) == 0) {
    mpz_ui_pow_ui(q, 2, width);
    mpz_sub_ui(q, q, 1);
    mpz_set(r, x);
  } else {
    mpz_fdiv_qr(q, r, x, y);
  }
  if (op == BVOP_SDIV)
    mpz_mul_si(out, q, x_sign != y_sign ? -1 : 1);
  else
    mpz_mul_si(out, r, x_sign ? -1 : 1);
  mpz_clears(q, r, NULL);
}

static void naive_unsigned_division(mpz_t out, bvop op, const mpz_t x,
                                    const mpz_t y, uint32_t width) {
  if (mpz_sgn(y) == 0 && op == BVOP_UREM) {
    mpz_set(out, x);
  } else if (mpz_sgn(y) == 0) {
    mpz_ui_pow_ui(out, 2, width);
    mpz_sub_ui(out, out, 1);
  } else if (op == BVOP_UREM) {
    mpz_fdiv_r(out, x, y);
  } else {
    mpz_fdiv_q(out, x, y);
  }
}

static void naive_binary(mpz_t out, bvop op, mpz_t x, mpz_t y, uint32_t width) {
  switch (op) {
  case BVOP_AND:
  case BVOP_OR:
  case BVOP_XOR:
    naive_bitwise(out, op, x, y, width);
    return;
  case BVOP_ADD:
    mpz_add(out, x, y);
    return;
  case BVOP_SUB:
    mpz_sub(out, x, y);
    return;
  case BVOP_MUL:
    mpz_mul(out, x, y);
    return;
  case BVOP_UDIV:
  case BVOP_UREM:
    naive_unsigned_division(out, op, x, y, width);
    return;
  case BVOP_SDIV:
  case BVOP_SREM:
    naive_signed(out, op, x, y, width);
    return;
  case BVOP_ASHR:
    to_signed(x, width);
    naive_shift(out, x, y, width, false);
    return;
  case BVOP_SHL:
  case BVOP_LSHR:
    naive_shift(out, x, y, width, op == BVOP_SHL);
    return;
  case BVOP_NOT:
  case BVOP_NEG:
    break;
  }
  UNREACHABLE();
}

// --- checks -----------------------------------------------------------------

// v is the bit-vector n modulo 2^width, in normal form.
static void check_is(value v, uint32_t width, const mpz_t n) {
  mpz_t expected, got;
  mpz_inits(expected, got, NULL);
  mpz_ui_pow_ui(expected, 2, width);
  mpz_mod(expected, n, expected);
  value_get_mpz(v, got);
  CHECK(v.kind == VALUE_BV && v.width == width && v.is_big == (width > 64));
  CHECK(mpz_cmp(expected, got) == 0);
  CHECK(value_equal(v, value_bv_mpz(mem, width, n)));
  mpz_clears(expected, got, NULL);
}

static void check_binary(value a, value b) {
  mpz_t x, y, out;
  mpz_inits(x, y, out, NULL);
  for (bvop op = BVOP_AND; op <= BVOP_ASHR; op++) {
    value_get_mpz(a, x);
    value_get_mpz(b, y);
    naive_binary(out, op, x, y, a.width);
    check_is(bvop_binary(mem, op, a, b), a.width, out);
  }
  mpz_clears(x, y, out, NULL);
}

static void check_compare(value a, value b) {
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  value_get_mpz(a, x);
  value_get_mpz(b, y);
  CHECK(bvop_ult(a, b) == (mpz_cmp(x, y) < 0));
  CHECK(bvop_ule(a, b) == (mpz_cmp(x, y) <= 0));
  CHECK(value_equal(a, b) == (mpz_cmp(x, y) == 0));
  CHECK(!value_equal(a, b) || value_hash(a) == value_hash(b));
  to_signed(x, a.width);
  to_signed(y, a.width);
  CHECK(bvop_slt(a, b) == (mpz_cmp(x, y) < 0));
  CHECK(bvop_sle(a, b) == (mpz_cmp(x, y) <= 0));
  mpz_clears(x, y, NULL);
}

static void check_concat(value a, value b) {
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  value_get_mpz(a, x);
  value_get_mpz(b, y);
  mpz_mul_2exp(x, x, b.width);
  mpz_add(x, x, y);
  check_is(bvop_concat(mem, a, b), a.width + b.width, x);
  mpz_clears(x, y, NULL);
}

static void check_extract(value a, uint32_t high, uint32_t low) {
  mpz_t x;
  mpz_init(x);
  value_get_mpz(a, x);
  mpz_fdiv_q_2exp(x, x, low);
  check_is(bvop_extract(mem, a, high, low), high - low + 1, x);
  mpz_clear(x);
}

static void check_unary(value a, uint32_t by) {
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  value_get_mpz(a, x);
  mpz_neg(y, x);
  check_is(bvop_unary(mem, BVOP_NEG, a), a.width, y);
  mpz_sub_ui(y, y, 1); // ~x = -x - 1
  check_is(bvop_unary(mem, BVOP_NOT, a), a.width, y);
  check_is(bvop_zero_extend(mem, a, by), a.width + by, x);
  value as_int = value_bv_to_int(mem, a, false);
  check_is(value_int_to_bv(mem, a.width, as_int), a.width, x);
  CHECK(value_equal(as_int, value_int_mpz(mem, x)));
  to_signed(x, a.width);
  check_is(bvop_sign_extend(mem, a, by), a.width + by, x);
  as_int = value_bv_to_int(mem, a, true);
  CHECK(value_equal(as_int, value_int_mpz(mem, x)));
  check_is(value_int_to_bv(mem, a.width + by, as_int), a.width + by, x);
  for (uint32_t i = 0; i < a.width; i++)
    CHECK(value_bv_bit(a, i) == (mpz_tstbit(x, i) != 0));
  if (a.width <= 64)
    CHECK(value_get_s64(a) == mpz_get_si(x));
  mpz_clears(x, y, NULL);
}

static void small_widths_exhaustively(void **state) {
  for (uint32_t width = 1; width <= 5; width++) {
    for (uint32_t x = 0; x < 1u << width; x++) {
      value a = value_bv(width, x);
      check_unary(a, 0);
      check_unary(a, 3);
      for (uint32_t high = 0; high < width; high++)
        for (uint32_t low = 0; low <= high; low++)
          check_extract(a, high, low);
      for (uint32_t y = 0; y < 1u << width; y++) {
        value b = value_bv(width, y);
        check_binary(a, b);
        check_compare(a, b);
        check_concat(a, b);
      }
    }
    arena_reset(mem);
  }
}

// Of all shapes: few bits, near zero, near the ends, anything.
static value random_bv(uint32_t width) {
  mpz_t n;
  mpz_init(n);
  uint64_t shape = random64() % 5;
  for (uint32_t i = 0; shape < 3 && i < width; i += 64) {
    mpz_mul_2exp(n, n, 64);
    mpz_add_ui(n, n, random64());
  }
  if (shape == 1)
    mpz_fdiv_q_2exp(n, n, random64() % width);
  if (shape == 3)
    mpz_set_si(n, (long)(random64() % 9) - 4);
  if (shape == 4) {
    mpz_setbit(n, width - 1);
    mpz_add_ui(n, n, random64() % 3);
    mpz_sub_ui(n, n, 1);
  }
  value v = value_bv_mpz(mem, width, n);
  mpz_clear(n);
  return v;
}

static void check_random(uint32_t width) {
  value a = random_bv(width), b = random_bv(width);
  check_binary(a, b);
  check_binary(a, a);
  // A shift by a random word is nearly always too far.
  check_binary(
      a, value_int_to_bv(mem, width, value_int((int64_t)(random64() % 256))));
  check_compare(a, b);
  check_compare(a, value_copy(mem, a));
  check_unary(a, (uint32_t)(random64() % 100));
  check_concat(a, random_bv(1 + (uint32_t)(random64() % 100)));
  uint32_t high = (uint32_t)(random64() % width);
  check_extract(a, high, (uint32_t)(random64() % (high + 1)));
}

static void widths_to_200_at_random(void **state) {
  for (uint32_t width = 6; width <= 200; width++) {
    for (int i = 0; i < 60; i++)
      check_random(width);
    arena_reset(mem);
  }
}

static void division_by_zero_is_that_of_smt_lib(void **state) {
  for (uint32_t width = 1; width <= 130; width++) {
    mpz_t minus_one;
    mpz_init_set_si(minus_one, -1);
    value zero = value_int_to_bv(mem, width, value_int(0));
    value ones = value_bv_mpz(mem, width, minus_one);
    value one = value_int_to_bv(mem, width, value_int(1));
    CHECK(value_equal(bvop_binary(mem, BVOP_UDIV, one, zero), ones));
    CHECK(value_equal(bvop_binary(mem, BVOP_UREM, ones, zero), ones));
    CHECK(value_equal(bvop_binary(mem, BVOP_SDIV, zero, zero), ones));
    CHECK(value_equal(bvop_binary(mem, BVOP_SDIV, ones, zero), one));
    CHECK(value_equal(bvop_binary(mem, BVOP_SREM, ones, zero), ones));
    mpz_clear(minus_one);
  }
  arena_reset(mem);
}

static int set_up(void **state) {
  mem = arena_new();
  return 0;
}

static int tear_down(void **state) {
  arena_free(mem);
  CHECK(mem_live() == 0);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_widths_exhaustively),
      cmocka_unit_test(widths_to_200_at_random),
      cmocka_unit_test(division_by_zero_is_that_of_smt_lib),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
