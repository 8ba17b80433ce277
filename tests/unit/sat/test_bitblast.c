// SPDX-License-Identifier: Apache-2.0
// Circuits against the evaluator of terms: every operator, all operands of up
// to four bits, with variables and with constants on either side.
#include "sat/simulated.h"

#include "base/mem.h"

enum { MAX_WIDTH = 4 };

// Sets the variables a and b to each pair of values and compares formulas.
static void compare(fixture *f, term a, term b, const term *formulas,
                    uint32_t n) {
  uint32_t wa = term_width(f->tt, a), wb = term_width(f->tt, b);
  aig_lit lits[16];
  CHECK(n <= 16);
  for (uint32_t i = 0; i < n; i++)
    CHECK(bitblast_formula(f->b, formulas[i], &lits[i]));
  for (uint32_t x = 0; x < 1u << wa; x++)
    for (uint32_t y = 0; y < 1u << wb; y++) {
      eval_forget(f->e);
      eval_set(f->e, a, value_bv(wa, x));
      eval_set(f->e, b, value_bv(wb, y));
      simulate(f);
      for (uint32_t i = 0; i < n; i++)
        CHECK(lit_value(f, lits[i]) == eval_is_true(f->e, formulas[i]));
      uint32_t facts;
      const aig_lit *fact = bitblast_constraints(f->b, &facts);
      for (uint32_t i = 0; i < facts; i++)
        CHECK(lit_value(f, fact[i])); // without arrays: always true
    }
}

// The bits of t as formulas.
static uint32_t bits_of(fixture *f, term t, term *out) {
  if (term_is_bool(f->tt, t)) {
    out[0] = t;
    return 1;
  }
  uint32_t n = term_width(f->tt, t);
  for (uint32_t i = 0; i < n; i++)
    out[i] =
        term_eq_make(f->tt, term_extract(f->tt, t, i, i), term_bv(f->tt, 1, 1));
  return n;
}

typedef term (*binary)(terms *tt, term a, term b);

static const binary OPERATORS[] = {
    term_bvand, term_bvor,   term_bvxor,  term_bvadd,   term_bvsub,
    term_bvmul, term_bvudiv, term_bvurem, term_bvsdiv,  term_bvsrem,
    term_bvshl, term_bvlshr, term_bvashr, term_bvult,   term_bvule,
    term_bvslt, term_bvsle,  term_concat, term_eq_make, term_distinct,
};
enum { OPERATOR_COUNT = sizeof OPERATORS / sizeof *OPERATORS };

static void check_term(bool simplify, uint32_t width,
                       term (*make)(terms *, term, term, uint32_t),
                       uint32_t extra) {
  fixture f;
  set_up(&f, simplify);
  term a = term_variable(f.tt, "a", sort_bv(f.tt, width));
  term b = term_variable(f.tt, "b", sort_bv(f.tt, width));
  term formulas[16];
  term t = make(f.tt, a, b, extra);
  compare(&f, a, b, formulas, bits_of(&f, t, formulas));
  tear_down(&f);
}

static term make_binary(terms *tt, term a, term b, uint32_t extra) {
  return OPERATORS[extra](tt, a, b);
}

static void test_binary_operators(void **state) {
  for (int simplify = 0; simplify < 2; simplify++)
    for (uint32_t width = 1; width <= MAX_WIDTH; width++)
      for (uint32_t op = 0; op < OPERATOR_COUNT; op++)
        check_term(simplify, width, make_binary, op);
  assert_int_equal(mem_live(), 0);
}

// The operator and the constant in one number.
static term make_right_constant(terms *tt, term a, term b, uint32_t extra) {
  (void)b;
  uint32_t constant = extra / OPERATOR_COUNT;
  return OPERATORS[extra % OPERATOR_COUNT](
      tt, a, term_bv(tt, term_width(tt, a), constant));
}

static term make_left_constant(terms *tt, term a, term b, uint32_t extra) {
  (void)b;
  uint32_t constant = extra / OPERATOR_COUNT;
  return OPERATORS[extra % OPERATOR_COUNT](
      tt, term_bv(tt, term_width(tt, a), constant), a);
}

static void test_constant_operands(void **state) {
  for (int simplify = 0; simplify < 2; simplify++)
    for (uint32_t c = 0; c < 1u << MAX_WIDTH; c++)
      for (uint32_t op = 0; op < OPERATOR_COUNT; op++) {
        uint32_t extra = c * OPERATOR_COUNT + op;
        check_term(simplify, MAX_WIDTH, make_right_constant, extra);
        check_term(simplify, MAX_WIDTH, make_left_constant, extra);
      }
  assert_int_equal(mem_live(), 0);
}

// Multiplication by every constant of eight bits covers the signed digits.
static void test_multiply_by_constant(void **state) {
  fixture f;
  set_up(&f, false);
  term a = term_variable(f.tt, "a", sort_bv(f.tt, 8));
  term b = term_variable(f.tt, "b", sort_bv(f.tt, 1));
  for (uint32_t c = 0; c < 256; c++) {
    term product = term_bvmul(f.tt, a, term_bv(f.tt, 8, c));
    term formulas[16];
    uint32_t n = bits_of(&f, product, formulas);
    aig_lit lits[16];
    for (uint32_t i = 0; i < n; i++)
      CHECK(bitblast_formula(f.b, formulas[i], &lits[i]));
    eval_forget(f.e);
    eval_set(f.e, b, value_bv(1, 0));
    for (uint32_t x = 0; x < 256; x += 37) {
      eval_forget(f.e);
      eval_set(f.e, a, value_bv(8, x));
      simulate(&f);
      for (uint32_t i = 0; i < n; i++)
        CHECK(lit_value(&f, lits[i]) == (((x * c) >> i) & 1u));
    }
  }
  tear_down(&f);
  assert_int_equal(mem_live(), 0);
}

// The operator, how each operand is made longer, and by how many bits.
static term make_extended(terms *tt, term a, term b, uint32_t extra) {
  term operands[2] = {a, b};
  uint32_t op = extra % OPERATOR_COUNT, kinds = extra / OPERATOR_COUNT;
  for (uint32_t i = 0; i < 2; i++) {
    bool is_signed = kinds >> i & 1u;
    operands[i] = (is_signed ? term_sign_extend : term_zero_extend)(
        tt, operands[i], 1 + (kinds >> 2));
  }
  return OPERATORS[op](tt, operands[0], operands[1]);
}

static void test_extended_operands(void **state) {
  for (int simplify = 0; simplify < 2; simplify++)
    for (uint32_t width = 1; width <= 3; width++)
      for (uint32_t extra = 0; extra < OPERATOR_COUNT * 4 * 5; extra++)
        check_term(simplify, width, make_extended, extra);
  assert_int_equal(mem_live(), 0);
}

static term make_shape(terms *tt, term a, term b, uint32_t extra) {
  uint32_t n = term_width(tt, a);
  switch (extra) {
  case 0:
    return term_bvnot(tt, a);
  case 1:
    return term_bvneg(tt, a);
  case 2:
    return term_zero_extend(tt, a, 3);
  case 3:
    return term_sign_extend(tt, a, 3);
  case 4:
    return term_extract(tt, term_concat(tt, a, b), n, n - 1);
  case 5:
    return term_ite(tt, term_bvult(tt, a, b), a, b);
  case 6: // negations as operands of additions, on both sides
    return term_bvadd(tt, term_bvneg(tt, a), term_bvneg(tt, b));
  case 7:
    return term_bvadd(tt, term_bvneg(tt, a), b);
  case 8:
    return term_bvmul(tt, term_bvneg(tt, term_bvneg(tt, a)), term_bvneg(tt, b));
  case 9:
    return term_and(tt, term_bvult(tt, a, b),
                    term_not(tt, term_eq_make(tt, a, term_bv(tt, n, 0))));
  case 10:
    return term_or(tt, term_bvslt(tt, a, b),
                   term_xor(tt, term_bvult(tt, a, b), term_bvsle(tt, b, a)));
  case 11: // short divisors that may be zero
    return term_bvudiv(tt, term_sign_extend(tt, a, 3),
                       term_zero_extend(tt, b, 3));
  case 12:
    return term_bvurem(tt, term_sign_extend(tt, a, 3),
                       term_zero_extend(tt, b, 3));
  case 13:
    return term_bvsrem(tt, term_sign_extend(tt, a, 3),
                       term_zero_extend(tt, b, 3));
  default: // quotient and remainder from one divider
    return term_bvadd(tt, term_bvmul(tt, term_bvudiv(tt, a, b), b),
                      term_bvurem(tt, a, b));
  }
}

static void test_shapes(void **state) {
  for (int simplify = 0; simplify < 2; simplify++)
    for (uint32_t width = 1; width <= MAX_WIDTH; width++)
      for (uint32_t shape = 0; shape < 15; shape++)
        check_term(simplify, width, make_shape, shape);
  assert_int_equal(mem_live(), 0);
}

static void test_sharing(void **state) {
  fixture f;
  set_up(&f, true);
  term a = term_variable(f.tt, "a", sort_bv(f.tt, 32));
  term b = term_variable(f.tt, "b", sort_bv(f.tt, 32));
  term zero = term_bv(f.tt, 32, 0);
  aig_lit x;
  CHECK(bitblast_formula(f.b, term_eq_make(f.tt, term_bvudiv(f.tt, a, b), zero),
                         &x));
  uint32_t count = aig_count(f.g);
  CHECK(bitblast_formula(f.b, term_eq_make(f.tt, term_bvurem(f.tt, a, b), zero),
                         &x));
  CHECK(aig_count(f.g) < count + 200); // no second divider
  count = aig_count(f.g);
  CHECK(bitblast_formula(f.b, term_eq_make(f.tt, term_bvurem(f.tt, a, b), zero),
                         &x));
  CHECK(aig_count(f.g) == count);
  tear_down(&f);
  assert_int_equal(mem_live(), 0);
}

static void test_unsupported(void **state) {
  fixture f;
  set_up(&f, true);
  term i = term_variable(f.tt, "i", sort_int(f.tt));
  term p = term_variable(f.tt, "p", sort_bool(f.tt));
  term bad = term_or(f.tt, p, term_lt(f.tt, i, term_int(f.tt, 3)));
  aig_lit x;
  CHECK(!bitblast_formula(f.b, bad, &x));
  assert_string_equal(bitblast_reason(f.b), "integers need --solver z3");
  CHECK(!bitblast_formula(f.b, term_not(f.tt, bad), &x));
  CHECK(bitblast_formula(f.b, p, &x));
  tear_down(&f);
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_binary_operators),
      cmocka_unit_test(test_constant_operands),
      cmocka_unit_test(test_multiply_by_constant),
      cmocka_unit_test(test_extended_operands),
      cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_sharing),
      cmocka_unit_test(test_unsupported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
