// SPDX-License-Identifier: Apache-2.0
// Word-level simplification keeps satisfiability, and models carry over.
#include "smt/preprocess.h"

#include "base/mem.h"
#include "random_terms.h"
#include "smt/linear.h"
#include "smt/solver.h"
#include "term/eval.h"
#include "term/walk.h"
#include "unit.h"

enum { ROUNDS = 600, CONJUNCTS = 6 };

typedef struct {
  options options;
  stats stats;
  env env;
  terms *tt;
} fixture;

static void open_fixture(fixture *f) {
  *f = (fixture){.tt = terms_new()};
  options_init(&f->options);
  f->env = (env){.options = &f->options, .stats = &f->stats};
}

static void close_fixture(fixture *f) {
  terms_free(f->tt);
  options_free(&f->options);
  assert_int_equal(mem_live(), 0);
}

static solver *asked(fixture *f, const term *formulas, uint32_t n,
                     smt_status *status) {
  solver *s = solver_new(&solver_bits, &f->env, f->tt);
  for (uint32_t i = 0; i < n; i++)
    solver_assert(s, formulas[i]);
  *status = solver_check(s, NULL, 0);
  return s;
}

// A model of what is left makes the conjunction true.
static void check_model(fixture *f, const preprocess *p, solver *s,
                        const term *all, uint32_t n) {
  term_set seen = {0};
  term_vec variables = {0};
  arena *mem = arena_new();
  evaluator *e = eval_new(f->tt);
  term_variables(f->tt, all, n, &seen, &variables);
  for (uint32_t i = 0; i < variables.len; i++) {
    term left = preprocess_value(p, variables.data[i]);
    eval_set(e, variables.data[i], solver_value(s, left, mem));
  }
  for (uint32_t i = 0; i < n; i++)
    CHECK(eval_is_true(e, all[i]));
  eval_free(e);
  arena_free(mem);
  vec_free(&variables);
  term_set_free(&seen);
}

static bool check_conjunction(fixture *f, const term *all, uint32_t n) {
  preprocess *p = preprocess_new(f->tt);
  for (uint32_t i = 0; i < n; i++)
    preprocess_add(p, all[i]);
  CHECK(preprocess_run(p, &f->env.limits));
  const term_vec *left = preprocess_formulas(p);
  smt_status before, after;
  solver_free(asked(f, all, n, &before));
  solver *s = asked(f, left->data, left->len, &after);
  CHECK(before != SMT_UNKNOWN && before == after);
  if (after == SMT_SAT)
    check_model(f, p, s, all, n);
  solver_free(s);
  preprocess_free(p);
  return after == SMT_SAT;
}

// Equations between random terms: definitions, some of them circular.
static void random_conjunctions_keep_their_models(void **state) {
  uint32_t sat = 0;
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    fixture f;
    open_fixture(&f);
    random_terms r;
    random_init(&r, f.tt, seed, seed % 2 == 0 ? 4 : 9, false);
    random_grow(&r, 30);
    term all[CONJUNCTS];
    uint32_t n = 1 + random_below(&r, CONJUNCTS);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t c = random_below(&r, RANDOM_WIDTHS);
      term variable = r.words[c].data[random_below(&r, 2)];
      all[i] = random_below(&r, 3) == 0
                   ? random_bool(&r)
                   : term_eq_make(f.tt, variable, random_bv(&r, c));
    }
    sat += check_conjunction(&f, all, n) ? 1 : 0;
    random_clear(&r);
    close_fixture(&f);
  }
  CHECK(sat > ROUNDS / 10 && sat < ROUNDS - ROUNDS / 10);
}

// a x + b y + c z + d with small coefficients, and choices between two such.
static term random_linear(fixture *f, random_terms *r, const term *x) {
  term sum = term_bv(f->tt, 4, random_below(r, 16));
  for (int i = 0; i < 3; i++)
    sum = term_bvadd(
        f->tt, sum,
        term_bvmul(f->tt, term_bv(f->tt, 4, random_below(r, 16)), x[i]));
  return sum;
}

static void linear_equations_keep_their_models(void **state) {
  uint32_t sat = 0;
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    fixture f;
    open_fixture(&f);
    random_terms r = {.tt = f.tt, .state = seed * 7919 + 5};
    term x[3], c = term_variable(f.tt, "c", sort_bool(f.tt));
    const char *names[3] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++)
      x[i] = term_variable(f.tt, names[i], sort_bv(f.tt, 4));
    term all[3];
    uint32_t n = 1 + random_below(&r, 3);
    for (uint32_t i = 0; i < n; i++) {
      term a = random_linear(&f, &r, x), b = random_linear(&f, &r, x);
      if (random_below(&r, 2) == 0)
        a = term_ite(f.tt, c, a, random_linear(&f, &r, x));
      all[i] = term_eq_make(f.tt, a, b);
    }
    sat += check_conjunction(&f, all, n) ? 1 : 0;
    close_fixture(&f);
  }
  CHECK(sat > ROUNDS / 10 && sat < ROUNDS - ROUNDS / 10);
}

static term word(fixture *f, const char *name) {
  return term_variable(f->tt, name, sort_bv(f->tt, 32));
}

// One unit moves from y to x or not; the sum stays: no bits are needed.
static void sums_cancel_without_bits(void **state) {
  fixture f;
  open_fixture(&f);
  terms *tt = f.tt;
  term x = word(&f, "x"), y = word(&f, "y"), n = word(&f, "n");
  term x1 = word(&f, "x1"), y1 = word(&f, "y1");
  term moves = term_variable(tt, "moves", sort_bool(tt));
  term one = term_bv(tt, 32, 1);
  preprocess *p = preprocess_new(tt);
  preprocess_add(p, term_eq_make(tt, n, term_bvadd(tt, x, y)));
  preprocess_add(
      p, term_eq_make(tt, x1, term_ite(tt, moves, term_bvadd(tt, x, one), x)));
  preprocess_add(
      p, term_eq_make(tt, y1, term_ite(tt, moves, term_bvsub(tt, y, one), y)));
  preprocess_add(p, term_distinct(tt, n, term_bvadd(tt, x1, y1)));
  CHECK(preprocess_run(p, &f.env.limits));
  CHECK(preprocess_formulas(p)->len == 1);
  CHECK(term_is_false(tt, preprocess_formulas(p)->data[0]));
  preprocess_free(p);
  close_fixture(&f);
}

// 3 x + 5 y = 2 z + 1 can be solved for x: nothing is left of it, and all its
// solutions are.
static void odd_coefficients_are_divided_by(void **state) {
  fixture f;
  open_fixture(&f);
  terms *tt = f.tt;
  term x = word(&f, "x"), y = word(&f, "y"), z = word(&f, "z");
  term three = term_bvmul(tt, term_bv(tt, 32, 3), x);
  term five = term_bvmul(tt, term_bv(tt, 32, 5), y);
  term two = term_bvmul(tt, term_bv(tt, 32, 2), z);
  term all = term_eq_make(tt, term_bvadd(tt, three, five),
                          term_bvadd(tt, two, term_bv(tt, 32, 1)));
  CHECK(check_conjunction(&f, &all, 1));
  preprocess *p = preprocess_new(tt);
  preprocess_add(p, all);
  CHECK(preprocess_run(p, &f.env.limits));
  CHECK(preprocess_formulas(p)->len == 0);
  preprocess_free(p);
  // Even ones are not: 2 x = 2 y does not make x and y equal.
  term even[2] = {term_eq_make(tt, term_bvmul(tt, term_bv(tt, 32, 2), x),
                               term_bvadd(tt, two, two)),
                  term_distinct(tt, x, two)};
  CHECK(check_conjunction(&f, even, 2));
  close_fixture(&f);
}

// x = f(y) and y = g(x): one of the two stays an equation.
static void circular_definitions_stay(void **state) {
  fixture f;
  open_fixture(&f);
  terms *tt = f.tt;
  term x = word(&f, "x"), y = word(&f, "y"), seven = term_bv(tt, 32, 7);
  term all[] = {
      term_eq_make(tt, x, term_bvxor(tt, y, seven)),
      term_eq_make(tt, y, term_bvand(tt, x, term_bvnot(tt, seven))),
      term_eq_make(tt, term_bvmul(tt, x, y), term_bvor(tt, x, y)),
  };
  check_conjunction(&f, all, 2);
  check_conjunction(&f, all, 3);
  close_fixture(&f);
}

// A conjunction whose tree has 2^60 leaves.
static void shared_conjunctions_are_split_once(void **state) {
  fixture f;
  open_fixture(&f);
  terms_set_simplify(f.tt, false);
  term t = term_variable(f.tt, "a", sort_bool(f.tt));
  for (int i = 0; i < 60; i++)
    t = term_and(f.tt, t, t);
  preprocess *p = preprocess_new(f.tt);
  preprocess_add(p, t);
  CHECK(preprocess_run(p, &f.env.limits));
  preprocess_free(p);
  close_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_conjunctions_keep_their_models),
      cmocka_unit_test(linear_equations_keep_their_models),
      cmocka_unit_test(sums_cancel_without_bits),
      cmocka_unit_test(odd_coefficients_are_divided_by),
      cmocka_unit_test(circular_definitions_stay),
      cmocka_unit_test(shared_conjunctions_are_split_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
