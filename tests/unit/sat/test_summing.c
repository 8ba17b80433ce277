// SPDX-License-Identifier: Apache-2.0
// Equal sums have the same bits, in whatever order they are put together; and
// nothing else has them: random words against the evaluator of terms.
#include "sat/summing.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/vec.h"
#include "term/eval.h"
#include "unit.h"

enum { VARIABLES = 4, CONDITIONS = 24, SUMMANDS = CONDITIONS };
enum { KINDS = 4 * VARIABLES }; // of summands

typedef struct {
  terms *tt;
  aig *g;
  bitblast *b;
  evaluator *e;
  VEC(uint8_t) values; // by node, under the evaluator's variables
  term words[VARIABLES], conditions[CONDITIONS];
  uint32_t width;
  uint64_t random;
} fixture;

static uint32_t draw(fixture *f, uint32_t below) {
  f->random = f->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(f->random >> 33) % below;
}

static void set_up(fixture *f, uint32_t width, uint32_t seed) {
  *f = (fixture){
      .tt = terms_new(), .g = aig_new(), .width = width, .random = seed};
  terms_set_simplify(f->tt, seed % 2 == 0);
  f->b = bitblast_new(f->tt, f->g);
  bitblast_set_summing(f->b);
  f->e = eval_new(f->tt);
  char name[8];
  for (uint32_t i = 0; i < VARIABLES; i++) {
    snprintf(name, sizeof name, "x%u", i);
    f->words[i] = term_variable(f->tt, name, sort_bv(f->tt, width));
  }
  for (uint32_t i = 0; i < CONDITIONS; i++) {
    snprintf(name, sizeof name, "c%u", i);
    f->conditions[i] = term_variable(f->tt, name, sort_bool(f->tt));
  }
}

static void tear_down(fixture *f) {
  eval_free(f->e);
  bitblast_free(f->b);
  aig_free(f->g);
  terms_free(f->tt);
  vec_free(&f->values);
}

// --- values ------------------------------------------------------------------

static bool input_value(const fixture *f, uint32_t index) {
  bitblast_origin o = bitblast_input_origin(f->b, index);
  value v = eval_get(f->e, o.variable);
  return v.kind == VALUE_BOOL ? value_is_true(v) : value_bv_bit(v, o.bit);
}

static bool lit_value(const fixture *f, aig_lit a) {
  return (f->values.data[aig_node_of(a)] != 0) != aig_sign(a);
}

static void simulate(fixture *f) {
  eval_forget(f->e);
  for (uint32_t i = 0; i < VARIABLES; i++) {
    uint64_t bits = (uint64_t)draw(f, 1u << 31) << 33 | draw(f, 1u << 31);
    if (f->width < 64)
      bits &= (UINT64_C(1) << f->width) - 1;
    eval_set(f->e, f->words[i], value_bv(f->width, bits));
  }
  for (uint32_t i = 0; i < CONDITIONS; i++)
    eval_set(f->e, f->conditions[i], value_bool(draw(f, 2) != 0));
  vec_clear(&f->values);
  for (uint32_t n = 0; n < aig_count(f->g); n++) {
    bool v = false;
    if (aig_is_input(f->g, n))
      v = input_value(f, aig_input_index(f->g, n));
    else if (aig_is_and(f->g, n))
      v = lit_value(f, aig_left(f->g, n)) && lit_value(f, aig_right(f->g, n));
    vec_push(&f->values, v);
  }
}

// --- nothing but equal words has the same bits -------------------------------

static term constant(fixture *f) {
  uint64_t k = draw(f, 5);
  uint64_t mask = f->width < 64 ? (UINT64_C(1) << f->width) - 1 : UINT64_MAX;
  return term_bv(f->tt, f->width, (draw(f, 2) ? k : (uint64_t)0 - k) & mask);
}

static term condition(fixture *f) {
  term c = f->conditions[draw(f, CONDITIONS)];
  return draw(f, 2) ? c : term_not(f->tt, c);
}

static term random_word(fixture *f, const term *pool, uint32_t n) {
  term a = pool[draw(f, n)], b = pool[draw(f, n)];
  switch (draw(f, 9)) {
  case 0:
    return term_bvsub(f->tt, a, b);
  case 1:
    return term_bvneg(f->tt, a);
  case 2:
    return term_bvmul(f->tt, a, constant(f));
  case 3:
    return term_ite(f->tt, condition(f), term_bvadd(f->tt, a, constant(f)),
                    term_bvadd(f->tt, a, constant(f)));
  case 4:
    return term_ite(f->tt, condition(f), a, b);
  case 5:
    return term_bvxor(f->tt, a, b);
  case 6:
    return term_bvadd(f->tt, a, constant(f));
  default:
    return term_bvadd(f->tt, a, b);
  }
}

static void check_random_words(uint32_t width, uint32_t seed) {
  enum { WORDS = 60, RUNS = 8 };
  fixture f;
  set_up(&f, width, seed);
  if (seed % 4 > 1)
    summing_blur(f.b->summing, 1); // the fingerprint alone is no reason
  term pool[WORDS], equal[WORDS];
  aig_lit lits[WORDS];
  for (uint32_t i = 0; i < WORDS; i++) {
    pool[i] = i < VARIABLES ? f.words[i] : random_word(&f, pool, i);
    equal[i] = term_eq_make(f.tt, pool[i], pool[draw(&f, i + 1)]);
    CHECK(bitblast_formula(f.b, equal[i], &lits[i]));
  }
  for (uint32_t run = 0; run < RUNS; run++) {
    simulate(&f);
    for (uint32_t i = 0; i < WORDS; i++)
      CHECK(lit_value(&f, lits[i]) == eval_is_true(f.e, equal[i]));
  }
  tear_down(&f);
}

static void test_random_words(void **state) {
  static const uint32_t WIDTHS[] = {1, 2, 3, 5, 8, 33, 64};
  for (uint32_t i = 0; i < sizeof WIDTHS / sizeof *WIDTHS; i++)
    for (uint32_t seed = 0; seed < 60; seed++)
      check_random_words(WIDTHS[i], seed);
  assert_int_equal(mem_live(), 0);
}

// --- equal sums have the same bits -------------------------------------------

// One summand more, in one of several ways to add it. Each has a condition of
// its own.
static term add_summand(fixture *f, term sum, uint32_t kind) {
  term x = f->words[kind % VARIABLES];
  term c = f->conditions[kind / KINDS];
  term two = term_bv(f->tt, f->width, 2);
  uint64_t mask = f->width < 64 ? (UINT64_C(1) << f->width) - 1 : UINT64_MAX;
  term minus_two = term_bv(f->tt, f->width, mask - 1);
  switch (kind % KINDS / VARIABLES) {
  case 0:
    return term_bvadd(f->tt, sum, x);
  case 1:
    return term_bvsub(f->tt, sum, term_bvmul(f->tt, x, two));
  case 2:
    return term_bvadd(f->tt, term_bvmul(f->tt, x, two),
                      term_bvadd(f->tt, sum, two));
  default:
    return term_ite(f->tt, c, term_bvadd(f->tt, sum, two),
                    term_bvadd(f->tt, sum, minus_two));
  }
}

static term sum_of(fixture *f, const uint32_t *kinds) {
  term sum = term_bvand(f->tt, f->words[0], f->words[1]);
  for (uint32_t i = 0; i < SUMMANDS; i++)
    sum = add_summand(f, sum, kinds[i]);
  return sum;
}

static void shuffle(fixture *f, uint32_t *kinds) {
  for (uint32_t i = SUMMANDS; i > 1; i--) {
    uint32_t k = draw(f, i), other = kinds[k];
    kinds[k] = kinds[i - 1];
    kinds[i - 1] = other;
  }
}

static void check_orders(uint32_t width, uint32_t seed) {
  fixture f;
  set_up(&f, width, seed);
  uint32_t kinds[SUMMANDS];
  for (uint32_t i = 0; i < SUMMANDS; i++)
    kinds[i] = draw(&f, KINDS) + KINDS * i;
  term first = sum_of(&f, kinds);
  shuffle(&f, kinds);
  term second = sum_of(&f, kinds);
  term third = term_bvadd(f.tt, second, f.words[0]);
  aig_lit is_equal, is_other;
  CHECK(bitblast_formula(f.b, term_eq_make(f.tt, first, second), &is_equal));
  CHECK(bitblast_formula(f.b, term_eq_make(f.tt, first, third), &is_other));
  CHECK(is_equal == AIG_TRUE);
  CHECK(is_other != AIG_TRUE);
  tear_down(&f);
}

static void test_orders(void **state) {
  for (uint32_t seed = 0; seed < 200; seed++) {
    check_orders(16, seed);
    check_orders(64, seed);
  }
  assert_int_equal(mem_live(), 0);
}

// Sums of thousands of words, begun elsewhere; half of a wider word.
static void test_long_sums(void **state) {
  enum { LENGTH = 3000 };
  fixture f;
  set_up(&f, 32, 0);
  term first = term_bv(f.tt, 64, 0), second = first;
  char name[16];
  for (uint32_t i = 0; i < 2 * LENGTH; i++) {
    snprintf(name, sizeof name, "y%u", i % LENGTH);
    term y = term_variable(f.tt, name, sort_bv(f.tt, 32));
    y = term_sign_extend(f.tt, y, 32);
    if (i < LENGTH)
      first = term_bvadd(f.tt, first, y);
    if (i >= LENGTH / 3 && i < LENGTH / 3 + LENGTH)
      second = term_bvadd(f.tt, second, y);
  }
  term equal = term_eq_make(f.tt, term_extract(f.tt, first, 31, 0),
                            term_extract(f.tt, second, 31, 0));
  aig_lit is_equal;
  CHECK(bitblast_formula(f.b, equal, &is_equal) && is_equal == AIG_TRUE);
  tear_down(&f);
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_words),
      cmocka_unit_test(test_orders),
      cmocka_unit_test(test_long_sums),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
