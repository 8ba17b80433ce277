// SPDX-License-Identifier: Apache-2.0
// What solvers that divide the values of variables have to show: never another
// answer than bits, and answers where bits has none in time.
#ifndef DIVIDING_H
#define DIVIDING_H

#include <string.h>

#include "base/mem.h"
#include "float/float.h"
#include "smt/random_terms.h"
#include "smt/solver.h"
#include "unit.h"

typedef struct {
  options options;
  stats stats;
  env env;
  terms *tt;
  solver *s;
} dividing;

static inline void dividing_init(dividing *d, const solver_backend *b) {
  *d = (dividing){.tt = terms_new()};
  options_init(&d->options);
  d->env = (env){.options = &d->options, .stats = &d->stats};
  d->s = solver_new(b, &d->env, d->tt);
}

static inline void dividing_clear(dividing *d) {
  solver_free(d->s);
  terms_free(d->tt);
  options_free(&d->options);
  CHECK(mem_live() == 0);
}

// Random formulas of small words, and arrays now and then. Returns how many of
// them had an answer.
static inline uint32_t dividing_random(const solver_backend *b, uint64_t first,
                                       uint32_t rounds, bool arrays) {
  uint32_t answered = 0;
  for (uint32_t i = 0; i < rounds; i++) {
    dividing d;
    random_terms r;
    dividing_init(&d, b);
    random_init(&r, d.tt, first + i, 4, arrays);
    random_grow(&r, 8 + random_below(&r, 20));
    term f = random_formula(&r);
    for (int k = 0; k < 2; k++)
      f = term_and(d.tt, f, random_formula(&r));
    solver *bits = solver_new(&solver_bits, &d.env, d.tt);
    smt_status right = solver_check(bits, &f, 1);
    smt_status status = solver_check_alone(d.s, f);
    CHECK(status == right || status == SMT_UNKNOWN);
    arena *mem = arena_new();
    CHECK(status != SMT_SAT || value_is_true(solver_value(d.s, f, mem)));
    arena_free(mem);
    answered += status != SMT_UNKNOWN;
    solver_free(bits);
    random_clear(&r);
    dividing_clear(&d);
  }
  return answered;
}

// (x * x) xor (x >> 1) = n has few solutions, or none: every word counts.
static inline void dividing_needles(const solver_backend *b) {
  enum { WORDS = 256 };
  bool is_possible[WORDS] = {false};
  for (uint32_t x = 0; x < WORDS; x++)
    is_possible[(x * x ^ x >> 1) % WORDS] = true;
  dividing d;
  dividing_init(&d, b);
  term x = term_variable(d.tt, "x", sort_bv(d.tt, 8));
  term mixed = term_bvxor(d.tt, term_bvmul(d.tt, x, x),
                          term_bvlshr(d.tt, x, term_bv(d.tt, 8, 1)));
  for (uint32_t n = 0; n < WORDS; n++) {
    term f = term_eq_make(d.tt, mixed, term_bv(d.tt, 8, n));
    CHECK(solver_check_alone(d.s, f) == (is_possible[n] ? SMT_SAT : SMT_UNSAT));
  }
  dividing_clear(&d);
}

// -2 <= x <= 2 and, with y = x * x - x / 3, not y <= bound.
static inline term dividing_polynomial(terms *tt, term x, float bound) {
  float_context c = float_context_make(tt, FLOAT_SINGLE, FLOAT_NEAREST_EVEN);
  term words[4];
  const float numbers[4] = {-2, 2, 3, bound};
  for (int i = 0; i < 4; i++) {
    uint32_t word;
    memcpy(&word, &numbers[i], sizeof word);
    words[i] = term_bv(tt, 32, word);
  }
  term y = float_sub(&c, float_mul(&c, x, x), float_div(&c, x, words[2]));
  term in = term_and(tt, float_le(&c, words[0], x), float_le(&c, x, words[1]));
  return term_and(tt, in, term_not(tt, float_le(&c, y, words[3])));
}

// The largest value is at -2: 4.6666667.
static inline void dividing_floats(const solver_backend *b) {
  dividing d;
  dividing_init(&d, b);
  term x = term_variable(d.tt, "x", sort_bv(d.tt, 32));
  CHECK(solver_check_alone(d.s, dividing_polynomial(d.tt, x, 4.7f)) ==
        SMT_UNSAT);
  CHECK(solver_check_alone(d.s, dividing_polynomial(d.tt, x, 4.6666671f)) ==
        SMT_UNSAT);
  term f = dividing_polynomial(d.tt, x, 4.6f);
  CHECK(solver_check_alone(d.s, f) == SMT_SAT);
  arena *mem = arena_new();
  CHECK(value_is_true(solver_value(d.s, f, mem)));
  arena_free(mem);
  dividing_clear(&d);
}

// Nothing is left to divide, and it still depends on an array.
static inline void dividing_gives_up(const solver_backend *b) {
  dividing d;
  dividing_init(&d, b);
  sort word = sort_bv(d.tt, 8);
  term a = term_variable(d.tt, "a", sort_array(d.tt, word, word));
  term x = term_select(d.tt, a, term_bv(d.tt, 8, 1));
  term y = term_select(d.tt, a, term_bv(d.tt, 8, 2));
  term f = term_and(d.tt, term_bvult(d.tt, x, y), term_bvult(d.tt, y, x));
  CHECK(solver_check_alone(d.s, f) == SMT_UNKNOWN);
  CHECK(solver_reason(d.s) != NULL);
  dividing_clear(&d);
}

// x * y = 4611686018427387847, a prime, takes too many boxes.
static inline void dividing_stops(const solver_backend *b) {
  dividing d;
  dividing_init(&d, b);
  term x = term_variable(d.tt, "x", sort_bv(d.tt, 32));
  term y = term_variable(d.tt, "y", sort_bv(d.tt, 32));
  term product = term_bvmul(d.tt, term_zero_extend(d.tt, x, 32),
                            term_zero_extend(d.tt, y, 32));
  term f = term_eq_make(d.tt, product, term_bv(d.tt, 64, 4611686018427387847));
  limits soon = {.deadline = clock_now() + 0.2};
  solver_set_limits(d.s, &soon);
  CHECK(solver_check_alone(d.s, f) == SMT_UNKNOWN);
  assert_string_equal(solver_reason(d.s), limit_name(LIMIT_TIME));
  solver_set_limits(d.s, NULL);
  CHECK(solver_check_alone(d.s, term_false(d.tt)) == SMT_UNSAT);
  dividing_clear(&d);
}

// --- as tests ----------------------------------------------------------------

static inline void test_random_formulas(void **state) {
  enum { ROUNDS = 400 };
  CHECK(dividing_random(*state, 1, ROUNDS, false) == ROUNDS);
  CHECK(dividing_random(*state, 5000, ROUNDS, true) > ROUNDS / 4);
}

static inline void test_needles(void **state) { dividing_needles(*state); }
static inline void test_floats(void **state) { dividing_floats(*state); }
static inline void test_gives_up(void **state) { dividing_gives_up(*state); }
static inline void test_stops(void **state) { dividing_stops(*state); }

static inline int dividing_run(const solver_backend *b) {
  void *state = (void *)(uintptr_t)b;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_prestate(test_random_formulas, state),
      cmocka_unit_test_prestate(test_needles, state),
      cmocka_unit_test_prestate(test_floats, state),
      cmocka_unit_test_prestate(test_gives_up, state),
      cmocka_unit_test_prestate(test_stops, state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
