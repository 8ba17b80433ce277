// SPDX-License-Identifier: Apache-2.0
// Integers and rationals against GMP, equality, hash, copies and printing.
#include "num/value.h"

#include <string.h>

#include "base/mem.h"
#include "num/bvop.h"
#include "unit.h"

static arena *mem;
static uint64_t seed = 0x2545f4914f6cdd1du;

static uint64_t random64(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

// Near zero, near the ends of int64_t, or far beyond them.
static void random_integer(mpz_t out) {
  switch (random64() % 4) {
  case 0:
    mpz_set_si(out, (long)(random64() % 21) - 10);
    return;
  case 1:
    mpz_set_si(out, (long)random64());
    return;
  case 2:
    mpz_set_si(out, random64() % 2 ? INT64_MAX : INT64_MIN);
    mpz_add_ui(out, out, random64() % 3);
    mpz_sub_ui(out, out, 1);
    return;
  default:
    mpz_set_si(out, (long)random64());
    mpz_mul_si(out, out, (long)random64());
    mpz_mul_si(out, out, (long)random64());
  }
}

static void check_int(value v, const mpz_t expected) {
  mpz_t got;
  mpz_init(got);
  value_get_mpz(v, got);
  CHECK(v.kind == VALUE_INT);
  CHECK(mpz_cmp(got, expected) == 0);
  CHECK(v.is_big == !mpz_fits_slong_p(expected)); // one representation
  value again = value_int_mpz(mem, expected);
  CHECK(value_equal(v, again) && value_hash(v) == value_hash(again));
  mpz_clear(got);
}

// a = b * q + r with 0 <= r < |b| determines both.
static void check_int_division(value a, value b) {
  value q = numop_div(mem, a, b), r = numop_mod(mem, a, b);
  value zero = value_int(0);
  if (value_equal(b, zero)) {
    CHECK(value_equal(q, zero) && value_equal(r, a));
    return;
  }
  value back = numop_add(mem, numop_mul(mem, b, q), r);
  value size = numop_compare(b, zero) < 0 ? numop_neg(mem, b) : b;
  CHECK(value_equal(back, a));
  CHECK(numop_compare(zero, r) <= 0 && numop_compare(r, size) < 0);
}

static void check_ints(const mpz_t x, const mpz_t y) {
  mpz_t out;
  mpz_init(out);
  value a = value_int_mpz(mem, x), b = value_int_mpz(mem, y);
  mpz_add(out, x, y);
  check_int(numop_add(mem, a, b), out);
  mpz_sub(out, x, y);
  check_int(numop_sub(mem, a, b), out);
  mpz_mul(out, x, y);
  check_int(numop_mul(mem, a, b), out);
  mpz_neg(out, x);
  check_int(numop_neg(mem, a), out);
  CHECK((numop_compare(a, b) < 0) == (mpz_cmp(x, y) < 0));
  CHECK((numop_compare(a, b) > 0) == (mpz_cmp(x, y) > 0));
  CHECK(value_equal(a, b) == (mpz_cmp(x, y) == 0));
  CHECK(value_equal(a, value_copy(mem, a)));
  check_int_division(a, b);
  CHECK(value_equal(value_real_to_int(mem, value_int_to_real(mem, a)), a));
  mpz_clear(out);
}

static void integers_are_those_of_gmp(void **state) {
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  for (int i = 0; i < 20000; i++) {
    random_integer(x);
    random_integer(y);
    check_ints(x, y);
    arena_reset(mem);
  }
  for (int i = -8; i <= 8; i++)
    for (int j = -8; j <= 8; j++) {
      mpz_set_si(x, i);
      mpz_set_si(y, j);
      check_ints(x, y);
    }
  mpz_clears(x, y, NULL);
  arena_reset(mem);
}

static void check_real(value v, const mpq_t expected) {
  mpq_t got;
  mpq_init(got);
  value_get_mpq(v, got);
  CHECK(v.kind == VALUE_REAL && mpq_equal(got, expected));
  value again = value_real_mpq(mem, expected);
  CHECK(value_equal(v, again) && value_hash(v) == value_hash(again));
  mpq_clear(got);
}

static void random_rational(mpq_t out) {
  random_integer(mpq_numref(out));
  do
    random_integer(mpq_denref(out));
  while (mpz_sgn(mpq_denref(out)) == 0);
  mpq_canonicalize(out);
}

static void check_reals(const mpq_t x, const mpq_t y) {
  mpq_t out;
  mpq_init(out);
  value a = value_real_mpq(mem, x), b = value_real_mpq(mem, y);
  mpq_add(out, x, y);
  check_real(numop_add(mem, a, b), out);
  mpq_sub(out, x, y);
  check_real(numop_sub(mem, a, b), out);
  mpq_mul(out, x, y);
  check_real(numop_mul(mem, a, b), out);
  mpq_neg(out, x);
  check_real(numop_neg(mem, a), out);
  mpq_set_ui(out, 0, 1);
  if (mpq_sgn(y) != 0)
    mpq_div(out, x, y);
  check_real(numop_div(mem, a, b), out);
  CHECK((numop_compare(a, b) < 0) == (mpq_cmp(x, y) < 0));
  CHECK(value_equal(a, b) == (mpq_equal(x, y) != 0));
  CHECK(value_equal(a, value_copy(mem, a)));
  // floor: n <= x < n + 1
  value floor = value_real_to_int(mem, a);
  value next = numop_add(mem, floor, value_int(1));
  CHECK(numop_compare(value_int_to_real(mem, floor), a) <= 0);
  CHECK(numop_compare(a, value_int_to_real(mem, next)) < 0);
  mpq_clear(out);
}

static void rationals_are_those_of_gmp(void **state) {
  mpq_t x, y;
  mpq_inits(x, y, NULL);
  for (int i = 0; i < 5000; i++) {
    random_rational(x);
    random_rational(y);
    check_reals(x, y);
    check_reals(x, x);
    arena_reset(mem);
  }
  mpq_set_ui(y, 0, 1);
  check_reals(x, y);
  mpq_clears(x, y, NULL);
  arena_reset(mem);
}

static void different_kinds_are_different(void **state) {
  CHECK(value_is_true(value_bool(true)) && !value_is_true(value_bool(false)));
  mpq_t one;
  mpq_init(one);
  mpq_set_ui(one, 1, 1);
  value all[] = {{0},
                 value_bool(true),
                 value_bool(false),
                 value_bv(1, 1),
                 value_bv(2, 1),
                 value_int(1),
                 value_real_mpq(mem, one),
                 value_array_make(mem, value_int(1)),
                 value_array_make(mem, value_bool(true))};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    for (size_t j = 0; j < sizeof all / sizeof all[0]; j++)
      CHECK(value_equal(all[i], all[j]) == (i == j));
  mpq_clear(one);
  arena_reset(mem);
}

static value integer_of(const char *digits) {
  mpz_t n;
  mpz_init_set_str(n, digits, 10);
  value v = value_int_mpz(mem, n);
  mpz_clear(n);
  return v;
}

static value bv_of(uint32_t width, const char *digits) {
  return value_int_to_bv(mem, width, integer_of(digits));
}

static value rational_of(const char *text) {
  mpq_t q;
  mpq_init(q);
  CHECK(mpq_set_str(q, text, 10) == 0);
  value v = value_real_mpq(mem, q); // not in lowest terms
  mpq_clear(q);
  return v;
}

#define LARGE "100000000000000000000000000000000000000"

static void check_prints(value v, bool is_signed, const char *text,
                         const char *smt2) {
  strbuf out = {0};
  value_print(v, is_signed, &out);
  assert_string_equal(strbuf_text(&out), text);
  strbuf_clear(&out);
  if (smt2) {
    value_print_smt2(v, &out);
    assert_string_equal(strbuf_text(&out), smt2);
  }
  strbuf_free(&out);
}

static void printing(void **state) {
  check_prints((value){0}, false, "?", NULL);
  check_prints(value_bool(true), false, "true", "true");
  check_prints(value_bool(false), false, "false", "false");
  check_prints(value_bv(4, 5), false, "5", "#b0101");
  check_prints(value_bv(4, 13), true, "-3", "#b1101");
  check_prints(value_bv(4, 13), false, "13", "#b1101");
  check_prints(value_bv(8, 0x9a), false, "154", "#x9a");
  check_prints(value_bv(9, 256), true, "-256", "#b100000000");
  check_prints(value_bv(64, UINT64_MAX), true, "-1", "#xffffffffffffffff");
  check_prints(value_bv(64, UINT64_MAX), false, "18446744073709551615",
               "#xffffffffffffffff");
  check_prints(bv_of(72, "-2"), true, "-2", "#xfffffffffffffffffe");
  check_prints(bv_of(72, "-2"), false, "4722366482869645213694",
               "#xfffffffffffffffffe");
  check_prints(bv_of(68, "18446744073709551617"), true, "18446744073709551617",
               "#x10000000000000001");
  check_prints(value_int(-17), false, "-17", "(- 17)");
  check_prints(value_int(INT64_MIN), false, "-9223372036854775808",
               "(- 9223372036854775808)");
  check_prints(integer_of(LARGE), false, LARGE, LARGE);
  check_prints(integer_of("-" LARGE), false, "-" LARGE, "(- " LARGE ")");
  check_prints(rational_of("6/8"), false, "3/4", "(/ 3.0 4.0)");
  check_prints(rational_of("-6/8"), false, "-3/4", "(/ (- 3.0) 4.0)");
  check_prints(rational_of("-8/4"), false, "-2", "(- 2.0)");
  check_prints(rational_of("0/4"), false, "0", "0.0");
  value array = value_array_make(mem, value_bv(8, 0));
  array = value_array_store(mem, array, value_bv(8, 255), value_bv(8, 7));
  array = value_array_store(mem, array, value_bv(8, 2), value_bv(8, 254));
  check_prints(array, false, "{2: 254, 255: 7, otherwise: 0}", NULL);
  check_prints(array, true, "{2: -2, -1: 7, otherwise: 0}", NULL);
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
      cmocka_unit_test(integers_are_those_of_gmp),
      cmocka_unit_test(rationals_are_those_of_gmp),
      cmocka_unit_test(different_kinds_are_different),
      cmocka_unit_test(printing),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
