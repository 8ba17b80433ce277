// SPDX-License-Identifier: Apache-2.0
// The refuter: what it refutes is false in all small words, and what paths ask
// for is refuted.
#include "certify/refuter.h"

#include "small.h"
#include "term/build/build.h"
#include "term/eval.h"

enum { WIDTH = 2, WORDS = 1 << WIDTH, VARIABLES = 3, ROUNDS = 4000 };

typedef struct {
  terms *tt;
  term v[VARIABLES], flag;
  refuter *refuter;
  evaluator *model;
  uint64_t seed;
  uint32_t refuted, impossible;
} fixture;

static void fixture_init(fixture *f, uint32_t width) {
  *f = (fixture){.tt = terms_new(), .seed = 3};
  terms_set_simplify(f->tt, false);
  for (uint32_t i = 0; i < VARIABLES; i++)
    f->v[i] = term_fresh(f->tt, "v", sort_bv(f->tt, width));
  f->flag = term_fresh(f->tt, "flag", sort_bool(f->tt));
  f->refuter = refuter_new(f->tt);
  f->model = eval_new(f->tt);
}

static void fixture_clear(fixture *f) {
  refuter_free(f->refuter);
  eval_free(f->model);
  terms_free(f->tt);
  CHECK(mem_live() == 0);
}

// --- any formula -------------------------------------------------------------

static term random_formula(fixture *f, uint32_t depth);

static term random_word(fixture *f, uint32_t depth) {
  uint32_t pick = small_random(&f->seed, depth > 0 ? 7 : 4);
  if (pick < 3)
    return f->v[pick % VARIABLES];
  if (pick == 3)
    return term_bv(f->tt, WIDTH, small_random(&f->seed, WORDS));
  term a = random_word(f, depth - 1), b = random_word(f, depth - 1);
  if (pick == 4)
    return term_bvadd(f->tt, a, b);
  return pick == 5 ? term_bvurem(f->tt, a, b)
                   : term_ite(f->tt, random_formula(f, depth - 1), a, b);
}

static term random_atom(fixture *f, uint32_t depth) {
  term a = random_word(f, depth), b = random_word(f, depth);
  switch (small_random(&f->seed, 6)) {
  case 0:
    return f->flag;
  case 1:
    return term_bvult(f->tt, a, b);
  case 2:
    return term_bvsle(f->tt, a, b);
  default:
    return term_eq_make(f->tt, a, b);
  }
}

static term random_formula(fixture *f, uint32_t depth) {
  if (depth == 0)
    return random_atom(f, 1);
  term a = random_formula(f, depth - 1), b = random_formula(f, depth - 1);
  switch (small_random(&f->seed, 5)) {
  case 0:
    return term_not(f->tt, a);
  case 1:
    return term_or(f->tt, a, b);
  case 2:
    return term_ite(f->tt, random_atom(f, 1), a, b);
  default:
    return term_and(f->tt, a, b);
  }
}

static bool has_model(fixture *f, term formula) {
  for (uint32_t n = 0; n < 2 * WORDS * WORDS * WORDS; n++) {
    eval_forget(f->model);
    for (uint32_t i = 0; i < VARIABLES; i++)
      eval_set(f->model, f->v[i],
               value_bv(WIDTH, n >> (i * WIDTH) & (WORDS - 1)));
    eval_set(f->model, f->flag, value_bool(n >> (VARIABLES * WIDTH) & 1));
    if (eval_is_true(f->model, formula))
      return true;
  }
  return false;
}

static void refuted_formulas_have_no_model(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f, WIDTH);
  for (uint32_t i = 0; i < ROUNDS; i++) {
    if (i % 100 == 0) { // with patience again
      refuter_free(f.refuter);
      f.refuter = refuter_new(f.tt);
    }
    term formula = random_formula(&f, 1 + small_random(&f.seed, 4));
    bool is_refuted = refuter_refutes(f.refuter, formula);
    bool is_possible = has_model(&f, formula);
    CHECK(!is_refuted || !is_possible);
    f.refuted += is_refuted;
    f.impossible += !is_possible;
  }
  CHECK(f.impossible > 200 && f.refuted > f.impossible / 2);
  fixture_clear(&f);
}

// --- what paths ask ----------------------------------------------------------

static term number(const fixture *f, uint64_t n) {
  return term_bv(f->tt, 32, n);
}

// x is none of 0, 1 and 2, and less than 3.
static void exclusions_leave_nothing(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f, 32);
  term all = term_true(f.tt), x = f.v[0];
  for (uint64_t i = 0; i < 3; i++) {
    term is = term_eq_make(f.tt, x, number(&f, 2 - i));
    all = term_and(f.tt, all, term_not(f.tt, is));
  }
  term four = term_and(f.tt, all, term_bvult(f.tt, x, number(&f, 4)));
  all = term_and(f.tt, all, term_bvult(f.tt, x, number(&f, 3)));
  CHECK(refuter_refutes(f.refuter, all));
  CHECK(!refuter_refutes(f.refuter, four)); // it is 3
  fixture_clear(&f);
}

// The larger one of two is less than one of them.
static void orders_are_known(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f, 32);
  term x = f.v[0], y = f.v[1];
  term larger = term_ite(f.tt, term_bvslt(f.tt, x, y), y, x);
  CHECK(refuter_refutes(f.refuter, term_bvslt(f.tt, larger, x)));
  CHECK(refuter_refutes(f.refuter, term_bvslt(f.tt, larger, y)));
  CHECK(!refuter_refutes(f.refuter, term_bvslt(f.tt, y, larger)));
  fixture_clear(&f);
}

// Locks that are taken where a flag says so, and released where it does: each
// is a case, but the rest does not depend on it.
static void cases_that_do_not_matter_are_one(void **unused) {
  (void)unused;
  enum { LOCKS = 40 };
  fixture f;
  fixture_init(&f, 32);
  term one = number(&f, 1), none = number(&f, 0);
  term error = term_false(f.tt), wrong = error;
  for (uint32_t i = 0; i < LOCKS; i++) {
    term p = term_fresh(f.tt, "p", sort_bv(f.tt, 32));
    term is_off = term_eq_make(f.tt, p, none);
    term lock = term_ite(f.tt, is_off, none, one);
    term is_free = term_not(f.tt, term_eq_make(f.tt, lock, one));
    term fails = term_and(f.tt, term_not(f.tt, is_off), is_free);
    error = term_or(f.tt, error, fails);
    wrong = i + 1 == LOCKS ? term_or(f.tt, error, is_free) : error;
  }
  CHECK(refuter_refutes(f.refuter, error));
  CHECK(!refuter_refutes(f.refuter, wrong));
  fixture_clear(&f);
}

// It gives up soon, and altogether where that is all it does.
static void patience_ends(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f, 32);
  term sum = f.v[0];
  for (uint32_t i = 0; i < 30; i++) {
    term p = term_fresh(f.tt, "p", sort_bool(f.tt));
    term more = term_bvadd(f.tt, term_bvmul(f.tt, sum, f.v[1]), number(&f, i));
    sum = term_ite(f.tt, p, sum, more);
  }
  term hard = term_bvult(f.tt, term_bvmul(f.tt, sum, sum), f.v[2]);
  for (uint32_t i = 0; i < 100; i++)
    CHECK(!refuter_refutes(
        f.refuter,
        term_and(f.tt, hard, term_eq_make(f.tt, f.v[2], number(&f, i)))));
  uint32_t count = terms_count(f.tt);
  CHECK(!refuter_refutes(f.refuter, hard));
  CHECK(terms_count(f.tt) == count); // it was not even read
  term x = f.v[0];
  for (uint32_t i = 0; i < 1000000; i++)
    x = term_bvadd(f.tt, x, f.v[1]);
  refuter_free(f.refuter);
  f.refuter = refuter_new(f.tt);
  CHECK(!refuter_refutes(f.refuter, term_bvult(f.tt, x, f.v[1])));
  fixture_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refuted_formulas_have_no_model),
      cmocka_unit_test(exclusions_leave_nothing),
      cmocka_unit_test(orders_are_known),
      cmocka_unit_test(cases_that_do_not_matter_are_one),
      cmocka_unit_test(patience_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
