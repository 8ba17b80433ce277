// SPDX-License-Identifier: Apache-2.0
// The cases of invariants, against all values of small words.
#include "certify/starts.h"

#include "small.h"
#include "term/eval.h"

enum { WIDTH = 2, VALUES = 1 << WIDTH, ROUNDS = 1000 };

typedef struct {
  small s;
  term x, y;
  uint64_t seed;
} fixture;

static void fixture_init(fixture *f) {
  *f = (fixture){.seed = 3};
  small_init(&f->s);
  f->x = program_variable_term(f->s.p, small_var(&f->s, "x", WIDTH));
  f->y = program_variable_term(f->s.p, small_var(&f->s, "y", WIDTH));
}

static term word(fixture *f, uint64_t n) { return term_bv(f->s.tt, WIDTH, n); }

// A list of states, as a conjunction may have it: (((a or b) or c) or d).
static void lists_of_states(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f);
  terms *tt = f.s.tt;
  term list = term_false(tt);
  for (uint64_t n = 0; n < VALUES; n++)
    list = term_or(tt, list,
                   term_and(tt, term_eq_make(tt, f.x, word(&f, n)),
                            term_bvule(tt, f.y, word(&f, n + 1))));
  term other = term_bvult(tt, f.y, f.x);
  start_cases cases;
  starts_find(&cases, f.s.p, term_and(tt, other, list));
  // y <= 0 as y < 1 or the like: one case for each value of x in any form.
  CHECK(cases.alternatives.len >= VALUES - 1);
  starts_clear(&cases);
  starts_find(&cases, f.s.p, other);
  CHECK(cases.alternatives.len == 1);
  starts_clear(&cases);
  small_clear(&f.s);
}

static term random_formula(fixture *f, int depth) {
  terms *tt = f->s.tt;
  term words[] = {f->x, f->y, word(f, small_random(&f->seed, VALUES))};
  term a = words[small_random(&f->seed, 2)], b = words[2];
  if (depth == 0 || small_random(&f->seed, 4) == 0)
    return small_random(&f->seed, 4) == 0 ? term_bvult(tt, a, b)
                                          : term_eq_make(tt, a, b);
  term left = random_formula(f, depth - 1),
       right = random_formula(f, depth - 1);
  return small_random(&f->seed, 2) ? term_and(tt, left, right)
                                   : term_or(tt, left, right);
}

// All cases together are the invariant, whatever it is.
static void cases_are_the_invariant(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f);
  terms *tt = f.s.tt;
  evaluator *e = eval_new(tt);
  uint32_t split = 0;
  for (int round = 0; round < ROUNDS; round++) {
    term invariant = random_formula(&f, 4), any = term_false(tt);
    start_cases cases;
    starts_find(&cases, f.s.p, invariant);
    for (uint32_t i = 0; i < cases.alternatives.len; i++)
      any = term_or(tt, any, cases.alternatives.data[i]);
    for (uint32_t i = 0; i < cases.common.len; i++)
      any = term_and(tt, any, cases.common.data[i]);
    split += cases.alternatives.len > 1;
    starts_clear(&cases);
    for (uint64_t n = 0; n < VALUES * VALUES; n++) {
      eval_forget(e);
      eval_set(e, f.x, value_bv(WIDTH, n % VALUES));
      eval_set(e, f.y, value_bv(WIDTH, n / VALUES));
      CHECK(eval_is_true(e, invariant) == eval_is_true(e, any));
    }
  }
  CHECK(split > ROUNDS / 10);
  eval_free(e);
  small_clear(&f.s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_of_states),
      cmocka_unit_test(cases_are_the_invariant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
