// SPDX-License-Identifier: Apache-2.0
// What follows without a solver, against all values of small words.
#include "invariant/deduction.h"

#include "base/mem.h"
#include "term/build/build.h"
#include "term/eval.h"
#include "unit.h"

enum { WIDTH = 3, VALUES = 1 << WIDTH, ROUNDS = 4000 };

typedef struct {
  terms *tt;
  term x, y, z;
  uint64_t seed;
} fixture;

static void fixture_init(fixture *f) {
  *f = (fixture){.tt = terms_new(), .seed = 11};
  sort s = sort_bv(f->tt, WIDTH);
  f->x = term_fresh(f->tt, "x", s);
  f->y = term_fresh(f->tt, "y", s);
  f->z = term_fresh(f->tt, "z", s);
}

static uint32_t pick(fixture *f, uint32_t n) {
  f->seed = f->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(f->seed >> 33) % n;
}

static term word(fixture *f, uint64_t n) { return term_bv(f->tt, WIDTH, n); }

// A loop moves a unit from x or from y to z: the sum stays.
static void sums_that_cases_keep(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f);
  terms *tt = f.tt;
  term sum = term_bvadd(tt, f.x, term_bvadd(tt, f.y, f.z));
  deduction *p = deduction_new(tt, term_true(tt));
  deduction_add(p, term_eq_make(tt, sum, word(&f, 5)));
  term c = term_bvult(tt, f.x, f.y);
  term minus = term_bvneg(tt, word(&f, 1));
  term x = term_ite(tt, c, f.x, term_bvadd(tt, f.x, minus));
  term y = term_ite(tt, c, term_bvadd(tt, f.y, minus), f.y);
  term z = term_bvadd(tt, f.z, word(&f, 1));
  term after = term_bvadd(tt, x, term_bvadd(tt, y, z));
  CHECK(deduction_follows(p, term_eq_make(tt, after, word(&f, 5))));
  CHECK(!deduction_follows(p, term_eq_make(tt, after, word(&f, 6))));
  deduction_free(p);
  terms_free(tt);
  assert_int_equal(mem_live(), 0);
}

static void values_of_the_guard(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f);
  terms *tt = f.tt;
  term ends = term_eq_make(tt, f.y, word(&f, 0));
  term guard = term_and(tt, ends, term_bvult(tt, f.x, f.z));
  deduction *p = deduction_new(tt, guard);
  deduction_add(p, term_eq_make(tt, f.x, term_bvadd(tt, f.y, f.z)));
  CHECK(deduction_follows(p, term_eq_make(tt, f.x, f.z)));
  CHECK(deduction_follows(p, term_eq_make(tt, f.z, f.x)));
  CHECK(!deduction_follows(p, term_eq_make(tt, f.x, f.y)));
  deduction_free(p);
  terms_free(tt);
  assert_int_equal(mem_live(), 0);
}

// A loop over x ends with z <= x, which is then z: what an array holds at x it
// holds at z, and at y, which is a copy of z.
static void ends_of_loops(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f);
  terms *tt = f.tt;
  sort word_ = sort_bv(tt, WIDTH);
  term sums = term_fresh(tt, "sums", sort_array(tt, word_, word_));
  term s = term_fresh(tt, "s", word_);
  term guard = term_bvsle(tt, f.z, f.x);
  term_vec ends = {0};
  deduction_ends(tt, guard, &ends);
  CHECK(ends.len == 1 && term_eq(ends.data[0], term_eq_make(tt, f.x, f.z)));
  for (int is_end = 0; is_end < 2; is_end++) {
    deduction *p = deduction_new(tt, guard);
    deduction_equate_copies(p, term_eq_make(tt, f.y, f.z));
    if (is_end)
      deduction_equate(p, ends.data[0]);
    deduction_add(p, term_eq_make(tt, s, term_select(tt, sums, f.x)));
    term behind = term_eq_make(tt, s, term_select(tt, sums, f.y));
    CHECK(deduction_follows(p, behind) == is_end);
    CHECK(!deduction_follows(p, term_eq_make(tt, s, f.x)));
    deduction_free(p);
  }
  vec_free(&ends);
  terms_free(tt);
  assert_int_equal(mem_live(), 0);
}

// What was counted (y) is the divisor (z) less one: x counts one more instead,
// and one is left less.
static void products_that_cases_keep(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f);
  terms *tt = f.tt;
  term left = term_fresh(tt, "left", sort_bv(tt, WIDTH));
  term n = term_fresh(tt, "n", sort_bv(tt, WIDTH));
  term one = word(&f, 1);
  term sum =
      term_bvadd(tt, term_bvmul(tt, f.x, f.z), term_bvadd(tt, f.y, left));
  term full = term_eq_make(tt, term_bvadd(tt, f.y, one), f.z);
  term x = term_ite(tt, full, term_bvadd(tt, f.x, one), f.x);
  term y = term_ite(tt, full, word(&f, 0), term_bvadd(tt, f.y, one));
  term after = term_bvadd(tt, term_bvmul(tt, x, f.z),
                          term_bvadd(tt, y, term_bvsub(tt, left, one)));
  deduction *p = deduction_new(tt, term_true(tt));
  CHECK(!deduction_follows(p, term_eq_make(tt, after, n)));
  deduction_add(p, term_eq_make(tt, sum, n));
  CHECK(deduction_follows(p, term_eq_make(tt, after, n)));
  CHECK(!deduction_follows(p, term_eq_make(tt, after, f.z)));
  deduction_free(p);
  terms_free(tt);
  assert_int_equal(mem_live(), 0);
}

static term random_word(fixture *f, int depth) {
  terms *tt = f->tt;
  term leaves[] = {f->x, f->y, f->z, word(f, pick(f, VALUES))};
  if (depth == 0 || pick(f, 3) == 0)
    return leaves[pick(f, 4)];
  term a = random_word(f, depth - 1), b = random_word(f, depth - 1);
  if (pick(f, 2))
    return pick(f, 2) ? term_bvadd(tt, a, b) : term_bvmul(tt, a, b);
  return term_ite(tt, term_bvult(tt, a, leaves[pick(f, 4)]), a, b);
}

static term random_equation(fixture *f) {
  return term_eq_make(f->tt, random_word(f, 2), random_word(f, 2));
}

// Whatever it says follows does.
static void check_all_values(const fixture *f, term guard, term known,
                             term formula) {
  evaluator *e = eval_new(f->tt);
  for (uint64_t i = 0; i < VALUES * VALUES * VALUES; i++) {
    eval_forget(e);
    eval_set(e, f->x, value_bv(WIDTH, i % VALUES));
    eval_set(e, f->y, value_bv(WIDTH, i / VALUES % VALUES));
    eval_set(e, f->z, value_bv(WIDTH, i / VALUES / VALUES));
    if (eval_is_true(e, guard) && eval_is_true(e, known))
      CHECK(eval_is_true(e, formula));
  }
  eval_free(e);
}

static void nothing_wrong_follows(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f);
  uint32_t count = 0;
  for (int i = 0; i < ROUNDS; i++) {
    term guard = random_equation(&f), known = random_equation(&f);
    term formula = random_equation(&f);
    deduction *p = deduction_new(f.tt, guard);
    deduction_add(p, known);
    if (deduction_follows(p, formula)) {
      check_all_values(&f, guard, known, formula);
      count++;
    }
    deduction_free(p);
  }
  CHECK(count > 20);
  terms_free(f.tt);
  assert_int_equal(mem_live(), 0);
}

// More equations than are used as rules: what they say as they stand is known.
static void many_equations(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f);
  enum { MANY = 200 };
  deduction *p = deduction_new(f.tt, term_true(f.tt));
  term known[MANY];
  for (uint32_t i = 0; i < MANY; i++) {
    term v = term_fresh(f.tt, "v", sort_bv(f.tt, WIDTH));
    known[i] = term_eq_make(f.tt, v, term_bvmul(f.tt, f.x, f.y));
    deduction_add(p, known[i]);
  }
  for (uint32_t i = 0; i < MANY; i++)
    CHECK(deduction_follows(p, known[i]));
  CHECK(!deduction_follows(p, term_eq_make(f.tt, f.x, f.y)));
  deduction_free(p);
  terms_free(f.tt);
  assert_int_equal(mem_live(), 0);
}

// Ways to an error, as a block has them: one of several assertions fails.
static term random_ways(fixture *f, int depth) {
  term a = random_equation(f);
  if (pick(f, 2))
    a = term_not(f->tt, a);
  if (depth == 0)
    return a;
  term b = random_ways(f, depth - 1);
  return pick(f, 3) ? term_and(f->tt, a, b) : term_or(f->tt, a, b);
}

static void nothing_possible_is_excluded(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f);
  uint32_t count = 0;
  for (int i = 0; i < ROUNDS; i++) {
    term known = random_equation(&f), ways = random_ways(&f, 3);
    if (term_is_false(f.tt, ways) || !deduction_excludes(f.tt, known, ways))
      continue;
    check_all_values(&f, known, known, term_not(f.tt, ways));
    count++;
  }
  CHECK(count > 20);
  terms_free(f.tt);
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_that_cases_keep),
      cmocka_unit_test(values_of_the_guard),
      cmocka_unit_test(ends_of_loops),
      cmocka_unit_test(products_that_cases_keep),
      cmocka_unit_test(nothing_wrong_follows),
      cmocka_unit_test(many_equations),
      cmocka_unit_test(nothing_possible_is_excluded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
