// SPDX-License-Identifier: Apache-2.0
// Replacing variables by sums, against all values of small words.
#include "certify/numbers/eliminate.h"

#include "small.h"
#include "term/eval.h"

enum { WIDTH = 2, VALUES = 1 << WIDTH, VARIABLES = 4, ROUNDS = 3000 };

typedef struct {
  terms *tt;
  term v[VARIABLES];
  uint64_t seed;
} fixture;

// The judge's table does not simplify.
static void fixture_init(fixture *f, bool simplifies) {
  *f = (fixture){.tt = terms_new(), .seed = 5};
  terms_set_simplify(f->tt, simplifies);
  for (uint32_t i = 0; i < VARIABLES; i++)
    f->v[i] = term_fresh(f->tt, "v", sort_bv(f->tt, WIDTH));
}

static uint32_t pick(fixture *f, uint32_t n) {
  return small_random(&f->seed, n);
}

static term random_sum(fixture *f) {
  term sum = term_bv(f->tt, WIDTH, pick(f, VALUES));
  for (uint32_t n = pick(f, 4); n > 0; n--) {
    term part = f->v[pick(f, VARIABLES)];
    if (pick(f, 2))
      part = term_bvmul(f->tt, part, f->v[pick(f, VARIABLES)]);
    sum = pick(f, 2) ? term_bvadd(f->tt, sum, part)
                     : term_bvsub(f->tt, sum, part);
  }
  return sum;
}

static term random_formula(fixture *f) {
  term all = term_true(f->tt);
  for (uint32_t n = 1 + pick(f, 4); n > 0; n--)
    all =
        term_and(f->tt, all, term_eq_make(f->tt, random_sum(f), random_sum(f)));
  return term_and(
      f->tt, all,
      term_not(f->tt, term_eq_make(f->tt, random_sum(f), random_sum(f))));
}

static bool is_satisfiable(fixture *f, term formula) {
  evaluator *e = eval_new(f->tt);
  bool is = false;
  for (uint32_t n = 0; !is && n < 1u << (WIDTH * VARIABLES); n++) {
    eval_forget(e);
    for (uint32_t i = 0; i < VARIABLES; i++)
      eval_set(e, f->v[i], value_bv(WIDTH, n >> (WIDTH * i)));
    is = eval_is_true(e, formula);
  }
  eval_free(e);
  return is;
}

static void check_satisfiability(bool simplifies) {
  fixture f;
  fixture_init(&f, simplifies);
  uint32_t changed = 0, impossible = 0;
  for (int i = 0; i < ROUNDS; i++) {
    term formula = random_formula(&f), eased = eliminate_sums(f.tt, formula);
    bool is = is_satisfiable(&f, formula);
    CHECK(is_satisfiable(&f, eased) == is);
    changed += !term_eq(formula, eased);
    impossible += !is;
  }
  CHECK(changed > ROUNDS / 2 && impossible > ROUNDS / 10);
  terms_free(f.tt);
}

static void the_same_is_satisfiable(void **unused) {
  (void)unused;
  check_satisfiability(false);
  check_satisfiability(true);
}

// c + b * k = x * p says what c is, though it stands in no place of its own.
static void a_part_of_a_sum_is_solved_for(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f, true);
  terms *tt = f.tt;
  term product = term_bvmul(tt, f.v[1], f.v[2]);
  term sum = term_eq_make(tt, term_bvadd(tt, f.v[0], product),
                          term_bvmul(tt, f.v[3], f.v[3]));
  term zero = term_eq_make(tt, f.v[0], term_bv(tt, WIDTH, 1));
  term eased = eliminate_sums(tt, term_and(tt, sum, term_not(tt, zero)));
  CHECK(term_get_kind(tt, eased) == TERM_NOT);
  // v = v * w says nothing of the kind.
  term loop = term_eq_make(tt, f.v[0], term_bvmul(tt, f.v[0], f.v[1]));
  CHECK(term_eq(eliminate_sums(tt, loop), loop));
  terms_free(tt);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_is_satisfiable),
      cmocka_unit_test(a_part_of_a_sum_is_solved_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
