// SPDX-License-Identifier: Apache-2.0
// Equal sums have the same bits, in whatever order they are put together; and
// nothing else has them: random words against the evaluator of terms.
#include "sat/summing.h"

#include <stdio.h>

#include "base/mem.h"
#include "sat/simulated.h"

enum { VARIABLES = 4, CONDITIONS = 24, SUMMANDS = CONDITIONS };
enum { KINDS = 4 * VARIABLES }; // of summands

typedef struct {
  fixture circuit;
  term words[VARIABLES], conditions[CONDITIONS];
  uint32_t width;
  uint64_t random;
} summed;

static uint32_t draw(summed *f, uint32_t below) {
  f->random = f->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(f->random >> 33) % below;
}

static void begin(summed *f, uint32_t width, uint32_t seed) {
  *f = (summed){.width = width, .random = seed};
  set_up(&f->circuit, seed % 2 == 0);
  bitblast_set_summing(f->circuit.b);
  char name[8];
  for (uint32_t i = 0; i < VARIABLES; i++) {
    snprintf(name, sizeof name, "x%u", i);
    f->words[i] =
        term_variable(f->circuit.tt, name, sort_bv(f->circuit.tt, width));
  }
  for (uint32_t i = 0; i < CONDITIONS; i++) {
    snprintf(name, sizeof name, "c%u", i);
    f->conditions[i] =
        term_variable(f->circuit.tt, name, sort_bool(f->circuit.tt));
  }
}

// --- values ------------------------------------------------------------------

static void draw_values(summed *f) {
  eval_forget(f->circuit.e);
  for (uint32_t i = 0; i < VARIABLES; i++) {
    uint64_t bits = (uint64_t)draw(f, 1u << 31) << 33 | draw(f, 1u << 31);
    if (f->width < 64)
      bits &= (UINT64_C(1) << f->width) - 1;
    eval_set(f->circuit.e, f->words[i], value_bv(f->width, bits));
  }
  for (uint32_t i = 0; i < CONDITIONS; i++)
    eval_set(f->circuit.e, f->conditions[i], value_bool(draw(f, 2) != 0));
  simulate(&f->circuit);
}

// --- nothing but equal words has the same bits -------------------------------

static term constant(summed *f) {
  uint64_t k = draw(f, 5);
  uint64_t mask = f->width < 64 ? (UINT64_C(1) << f->width) - 1 : UINT64_MAX;
  return term_bv(f->circuit.tt, f->width,
                 (draw(f, 2) ? k : (uint64_t)0 - k) & mask);
}

static term condition(summed *f) {
  term c = f->conditions[draw(f, CONDITIONS)];
  return draw(f, 2) ? c : term_not(f->circuit.tt, c);
}

static term random_word(summed *f, const term *pool, uint32_t n) {
  term a = pool[draw(f, n)], b = pool[draw(f, n)];
  switch (draw(f, 9)) {
  case 0:
    return term_bvsub(f->circuit.tt, a, b);
  case 1:
    return term_bvneg(f->circuit.tt, a);
  case 2:
    return term_bvmul(f->circuit.tt, a, constant(f));
  case 3:
    return term_ite(f->circuit.tt, condition(f),
                    term_bvadd(f->circuit.tt, a, constant(f)),
                    term_bvadd(f->circuit.tt, a, constant(f)));
  case 4:
    return term_ite(f->circuit.tt, condition(f), a, b);
  case 5:
    return term_bvxor(f->circuit.tt, a, b);
  case 6:
    return term_bvadd(f->circuit.tt, a, constant(f));
  default:
    return term_bvadd(f->circuit.tt, a, b);
  }
}

static void check_random_words(uint32_t width, uint32_t seed) {
  enum { WORDS = 60, RUNS = 8 };
  summed f;
  begin(&f, width, seed);
  if (seed % 4 > 1)
    summing_blur(f.circuit.b->summing, 1); // the fingerprint alone is no reason
  term pool[WORDS], equal[WORDS];
  aig_lit lits[WORDS];
  for (uint32_t i = 0; i < WORDS; i++) {
    pool[i] = i < VARIABLES ? f.words[i] : random_word(&f, pool, i);
    equal[i] = term_eq_make(f.circuit.tt, pool[i], pool[draw(&f, i + 1)]);
    CHECK(bitblast_formula(f.circuit.b, equal[i], &lits[i]));
  }
  for (uint32_t run = 0; run < RUNS; run++) {
    draw_values(&f);
    for (uint32_t i = 0; i < WORDS; i++)
      CHECK(lit_value(&f.circuit, lits[i]) ==
            eval_is_true(f.circuit.e, equal[i]));
  }
  tear_down(&f.circuit);
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
static term add_summand(summed *f, term sum, uint32_t kind) {
  term x = f->words[kind % VARIABLES];
  term c = f->conditions[kind / KINDS];
  term two = term_bv(f->circuit.tt, f->width, 2);
  uint64_t mask = f->width < 64 ? (UINT64_C(1) << f->width) - 1 : UINT64_MAX;
  term minus_two = term_bv(f->circuit.tt, f->width, mask - 1);
  switch (kind % KINDS / VARIABLES) {
  case 0:
    return term_bvadd(f->circuit.tt, sum, x);
  case 1:
    return term_bvsub(f->circuit.tt, sum, term_bvmul(f->circuit.tt, x, two));
  case 2:
    return term_bvadd(f->circuit.tt, term_bvmul(f->circuit.tt, x, two),
                      term_bvadd(f->circuit.tt, sum, two));
  default:
    return term_ite(f->circuit.tt, c, term_bvadd(f->circuit.tt, sum, two),
                    term_bvadd(f->circuit.tt, sum, minus_two));
  }
}

static term sum_of(summed *f, const uint32_t *kinds) {
  term sum = term_bvand(f->circuit.tt, f->words[0], f->words[1]);
  for (uint32_t i = 0; i < SUMMANDS; i++)
    sum = add_summand(f, sum, kinds[i]);
  return sum;
}

static void shuffle(summed *f, uint32_t *kinds) {
  for (uint32_t i = SUMMANDS; i > 1; i--) {
    uint32_t k = draw(f, i), other = kinds[k];
    kinds[k] = kinds[i - 1];
    kinds[i - 1] = other;
  }
}

static void check_orders(uint32_t width, uint32_t seed) {
  summed f;
  begin(&f, width, seed);
  uint32_t kinds[SUMMANDS];
  for (uint32_t i = 0; i < SUMMANDS; i++)
    kinds[i] = draw(&f, KINDS) + KINDS * i;
  term first = sum_of(&f, kinds);
  shuffle(&f, kinds);
  term second = sum_of(&f, kinds);
  term third = term_bvadd(f.circuit.tt, second, f.words[0]);
  aig_lit is_equal, is_other;
  CHECK(bitblast_formula(f.circuit.b, term_eq_make(f.circuit.tt, first, second),
                         &is_equal));
  CHECK(bitblast_formula(f.circuit.b, term_eq_make(f.circuit.tt, first, third),
                         &is_other));
  CHECK(is_equal == AIG_TRUE);
  CHECK(is_other != AIG_TRUE);
  tear_down(&f.circuit);
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
  summed f;
  begin(&f, 32, 0);
  term first = term_bv(f.circuit.tt, 64, 0), second = first;
  char name[16];
  for (uint32_t i = 0; i < 2 * LENGTH; i++) {
    snprintf(name, sizeof name, "y%u", i % LENGTH);
    term y = term_variable(f.circuit.tt, name, sort_bv(f.circuit.tt, 32));
    y = term_sign_extend(f.circuit.tt, y, 32);
    if (i < LENGTH)
      first = term_bvadd(f.circuit.tt, first, y);
    if (i >= LENGTH / 3 && i < LENGTH / 3 + LENGTH)
      second = term_bvadd(f.circuit.tt, second, y);
  }
  term equal =
      term_eq_make(f.circuit.tt, term_extract(f.circuit.tt, first, 31, 0),
                   term_extract(f.circuit.tt, second, 31, 0));
  aig_lit is_equal;
  CHECK(bitblast_formula(f.circuit.b, equal, &is_equal) &&
        is_equal == AIG_TRUE);
  tear_down(&f.circuit);
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
