// SPDX-License-Identifier: Apache-2.0
// Bounds: what they decide is so in all small words of which the facts hold.
#include "certify/numbers/bounds.h"

#include "small.h"
#include "term/eval.h"

enum { WIDTH = 3, WORDS = 1 << WIDTH };

typedef struct {
  terms *tt;
  term x, y;
  evaluator *model;
  uint64_t seed;
  uint32_t decided, empty;
} fixture;

static term constant(fixture *f, uint64_t n) {
  return term_bv(f->tt, WIDTH, n);
}

static term compare(fixture *f, uint32_t how, term a, term b) {
  switch (how) {
  case 0:
    return term_bvult(f->tt, a, b);
  case 1:
    return term_bvule(f->tt, a, b);
  case 2:
    return term_bvslt(f->tt, a, b);
  case 3:
    return term_bvsle(f->tt, a, b);
  default:
    return term_eq_make(f->tt, a, b);
  }
}

enum { COMPARISONS = 5 };

static void set(fixture *f, uint64_t x, uint64_t y) {
  eval_forget(f->model);
  eval_set(f->model, f->x, value_bv(WIDTH, x));
  eval_set(f->model, f->y, value_bv(WIDTH, y));
}

static bool all_hold(fixture *f, known facts) {
  for (known k = facts; k; k = k->before)
    if (eval_is_true(f->model, k->atom) != k->holds)
      return false;
  return true;
}

static bool can_hold(fixture *f, known facts) {
  bool can = false;
  for (uint64_t n = 0; n < WORDS * WORDS && !can; n++) {
    set(f, n % WORDS, n / WORDS);
    can = all_hold(f, facts);
  }
  return can;
}

static void check(fixture *f, bounds *b, known facts, term question) {
  bool holds;
  bounds_know(b, facts);
  CHECK(!bounds_are_empty(b) || !can_hold(f, facts));
  f->empty += bounds_are_empty(b);
  if (!bounds_decide(b, question, &holds))
    return;
  f->decided++;
  for (uint64_t x = 0; x < WORDS; x++)
    for (uint64_t y = 0; y < WORDS; y++) {
      set(f, x, y);
      if (all_hold(f, facts))
        CHECK(eval_is_true(f->model, question) == holds);
    }
}

static void fixture_init(fixture *f) {
  *f = (fixture){.tt = terms_new(), .seed = 1};
  terms_set_simplify(f->tt, false);
  f->x = term_fresh(f->tt, "x", sort_bv(f->tt, WIDTH));
  f->y = term_fresh(f->tt, "y", sort_bv(f->tt, WIDTH));
  f->model = eval_new(f->tt);
}

static void fixture_clear(fixture *f) {
  eval_free(f->model);
  terms_free(f->tt);
  CHECK(mem_live() == 0);
}

// One fact about x, of each kind and with each constant, and every comparison
// of x with a constant: all that follows from an order is found.
static void one_fact(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f);
  arena *mem = arena_new();
  bounds *b = bounds_new(f.tt);
  for (uint32_t i = 0; i < COMPARISONS * WORDS * 4; i++) {
    term c = constant(&f, i % WORDS);
    uint32_t how = i / WORDS % COMPARISONS;
    bool is_left = i / WORDS / COMPARISONS % 2,
         holds = i / WORDS / COMPARISONS / 2;
    term atom = compare(&f, how, is_left ? f.x : c, is_left ? c : f.x);
    known facts =
        known_add(NULL, mem, f.tt, holds ? atom : term_not(f.tt, atom));
    for (uint32_t j = 0; j < COMPARISONS * WORDS; j++)
      check(&f, b, facts, compare(&f, j / WORDS, f.x, constant(&f, j % WORDS)));
    bool is;
    CHECK(how == 4 || !can_hold(&f, facts) ||
          (bounds_decide(b, atom, &is) && is == holds));
  }
  CHECK(f.decided > 1000);
  bounds_free(b);
  arena_free(mem);
  fixture_clear(&f);
}

static term random_word(fixture *f, int depth) {
  if (depth == 0)
    return small_random(&f->seed, 3) == 0
               ? constant(f, small_random(&f->seed, WORDS))
           : small_random(&f->seed, 2) ? f->x
                                       : f->y;
  term a = random_word(f, depth - 1), b = random_word(f, depth - 1);
  switch (small_random(&f->seed, 7)) {
  case 0:
    return term_bvadd(f->tt, a, b);
  case 1:
    return term_bvmul(f->tt, a, b);
  case 2:
    return term_bvsdiv(f->tt, a, b);
  case 3:
    return term_bvsrem(f->tt, a, b);
  case 4:
    return term_bvand(f->tt, a, b);
  case 5:
    return term_ite(f->tt, compare(f, small_random(&f->seed, 5), a, b), a, b);
  default:
    return term_bvurem(f->tt, a, b);
  }
}

// Several facts, also about sums, that come and go as those of paths do.
static void many_facts(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f);
  arena *mem = arena_new();
  bounds *b = bounds_new(f.tt);
  for (int round = 0; round < 600; round++) {
    known facts = NULL, earlier = NULL;
    for (int i = 0; i < 4; i++) {
      term atom = compare(&f, small_random(&f.seed, 5), random_word(&f, 1),
                          constant(&f, small_random(&f.seed, WORDS)));
      earlier = facts;
      facts = known_add(facts, mem, f.tt,
                        small_random(&f.seed, 2) ? atom : term_not(f.tt, atom));
      for (int j = 0; j < 10; j++)
        check(&f, b, j % 2 ? facts : earlier,
              compare(&f, small_random(&f.seed, 5), random_word(&f, j % 3),
                      random_word(&f, 0)));
    }
  }
  CHECK(f.decided > 500 && f.empty > 100);
  bounds_free(b);
  arena_free(mem);
  fixture_clear(&f);
}

// What is not worth looking at is not decided.
static void deep_terms(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f);
  bounds *b = bounds_new(f.tt);
  term deep = f.x;
  for (int i = 0; i < 100000; i++)
    deep = term_bvand(f.tt, deep, term_bvadd(f.tt, f.y, deep));
  bool holds;
  CHECK(!bounds_decide(b, term_bvult(f.tt, deep, constant(&f, 0)), &holds));
  CHECK(!bounds_decide(b, term_not(f.tt, term_true(f.tt)), &holds));
  bounds_free(b);
  fixture_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_fact),
                                     cmocka_unit_test(many_facts),
                                     cmocka_unit_test(deep_terms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
