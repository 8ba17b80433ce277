// SPDX-License-Identifier: Apache-2.0
// Cases against evaluation over all values; obligations that are settled
// together, one by one, or not at all.
#include "certify/obligations.h"

#include "certify/cases.h"
#include "small.h"
#include "term/build/build.h"
#include "term/eval.h"
#include "term/walk.h"

enum { WIDTH = 2, VALUES = 1 << WIDTH, ROUNDS = 300 };

typedef struct {
  terms *tt;
  term x, y;
  uint64_t seed;
} fixture;

static void fixture_init(fixture *f, uint32_t width) {
  *f = (fixture){.tt = terms_new(), .seed = 7};
  terms_set_simplify(f->tt, false);
  f->x = term_fresh(f->tt, "x", sort_bv(f->tt, width));
  f->y = term_fresh(f->tt, "y", sort_bv(f->tt, width));
}

// --- cases ------------------------------------------------------------------

static term random_word(fixture *f, int depth);

static term random_formula(fixture *f, int depth) {
  term a = random_word(f, depth), b = random_word(f, depth);
  term_kind kind = small_random(&f->seed, 2) ? TERM_BVULT : TERM_EQ;
  term t =
      kind == TERM_EQ ? term_eq_make(f->tt, a, b) : term_bvult(f->tt, a, b);
  return small_random(&f->seed, 2) ? term_not(f->tt, t) : t;
}

static term random_word(fixture *f, int depth) {
  uint32_t pick = small_random(&f->seed, depth > 0 ? 6 : 3);
  switch (pick) {
  case 0:
    return f->x;
  case 1:
    return f->y;
  case 2:
    return term_bv(f->tt, WIDTH, small_random(&f->seed, VALUES));
  case 3:
    return term_bvadd(f->tt, random_word(f, depth - 1),
                      random_word(f, depth - 1));
  default:
    return term_ite(f->tt, random_formula(f, depth - 1),
                    random_word(f, depth - 1), random_word(f, depth - 1));
  }
}

static uint32_t count_ites(const fixture *f, term t) {
  term_set seen = {0};
  term_vec nodes = {0};
  term_postorder(f->tt, &t, 1, &seen, &nodes);
  uint32_t n = 0;
  for (uint32_t i = 0; i < nodes.len; i++)
    n += term_get_kind(f->tt, nodes.data[i]) == TERM_ITE;
  vec_free(&nodes);
  term_set_free(&seen);
  return n;
}

static void check_cases(fixture *f, term formula, evaluator *e) {
  term cases[2];
  uint32_t before = count_ites(f, formula);
  CHECK(cases_split(f->tt, formula, cases) == (before > 0));
  if (before == 0)
    return;
  for (uint64_t x = 0; x < VALUES; x++)
    for (uint64_t y = 0; y < VALUES; y++) {
      eval_forget(e);
      eval_set(e, f->x, value_bv(WIDTH, x));
      eval_set(e, f->y, value_bv(WIDTH, y));
      bool yes = eval_is_true(e, cases[0]), no = eval_is_true(e, cases[1]);
      CHECK(!(yes && no));
      CHECK(eval_is_true(e, formula) == (yes || no));
    }
}

static void cases_are_all_there_is(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f, WIDTH);
  evaluator *e = eval_new(f.tt);
  for (int i = 0; i < ROUNDS; i++)
    check_cases(&f, random_formula(&f, 3), e);
  eval_free(e);
  terms_free(f.tt);
  CHECK(mem_live() == 0);
}

// --- the judge ---------------------------------------------------------------

static bool can_hold(fixture *f, term formula, evaluator *e) {
  for (uint64_t x = 0; x < VALUES; x++)
    for (uint64_t y = 0; y < VALUES; y++) {
      eval_forget(e);
      eval_set(e, f->x, value_bv(WIDTH, x));
      eval_set(e, f->y, value_bv(WIDTH, y));
      if (eval_is_true(e, formula))
        return true;
    }
  return false;
}

// What was refuted changes no later answer, in short turns and in long ones.
static void judge_remembers_only_what_is_true(void **state) {
  (void)state;
  static const double turns[] = {0.3, 5}; // seconds
  fixture f;
  fixture_init(&f, WIDTH);
  options o;
  options_init(&o);
  stats s = {0};
  env e = {.options = &o, .stats = &s};
  evaluator *ev = eval_new(f.tt);
  for (int k = 0; k < 2; k++) {
    judge *j = judge_new(&e, f.tt, k == 0 ? FINDER_BITS : FINDER_Z3);
    for (int i = 0; i < ROUNDS / 2; i++) {
      term formula =
          term_and(f.tt, random_formula(&f, 2), random_formula(&f, 2));
      smt_status answer;
      do // a slow machine may need more turns
        answer = judge_ask(j, formula, turns[i % 2]);
      while (answer == SMT_UNKNOWN);
      bool can = can_hold(&f, formula, ev);
      CHECK(answer == (can ? SMT_SAT : SMT_UNSAT));
      CHECK(!can || judge_holds(j, formula));
    }
    judge_free(j);
  }
  eval_free(ev);
  options_free(&o);
  terms_free(f.tt);
  CHECK(mem_live() == 0);
}

// --- obligations ------------------------------------------------------------

typedef struct {
  fixture f;
  options options;
  stats stats;
  env env;
  obligations owed;
} debt;

static void debt_init(debt *d) {
  *d = (debt){0};
  fixture_init(&d->f, 32);
  options_init(&d->options);
  d->env = (env){.options = &d->options, .stats = &d->stats};
  d->owed = (obligations){.judge = judge_new(&d->env, d->f.tt, FINDER_NONE),
                          .tt = d->f.tt};
}

static void debt_clear(debt *d) {
  obligations_clear(&d->owed);
  judge_free(d->owed.judge);
  terms_free(d->f.tt);
  options_free(&d->options);
  CHECK(mem_live() == 0);
}

// x + i is not x + i + 1.
static void owe_easy(debt *d, uint64_t i) {
  terms *tt = d->f.tt;
  term a = term_bvadd(tt, d->f.x, term_bv(tt, 32, i));
  term b = term_bvadd(tt, a, term_bv(tt, 32, 1));
  obligations_add(&d->owed, term_eq_make(tt, a, b), LOC_NONE, "easy");
}

// Factors of 32 bits of 2^62 - 57, which is prime.
static void owe_hard(debt *d) {
  terms *tt = d->f.tt;
  term x = term_zero_extend(tt, d->f.x, 32),
       y = term_zero_extend(tt, d->f.y, 32);
  term product = term_bvmul(tt, x, y);
  term prime = term_bv(tt, 64, 4611686018427387847u);
  obligations_add(&d->owed, term_eq_make(tt, product, prime), LOC_NONE, "hard");
}

static void settle_together(void **state) {
  (void)state;
  debt d;
  obligation broken = {0};
  debt_init(&d);
  CHECK(obligations_settle(&d.owed, SETTLE_PATIENTLY, &broken) == SMT_UNSAT);
  for (uint64_t i = 0; i < 10; i++)
    owe_easy(&d, i);
  CHECK(d.owed.open.len == 10);
  CHECK(obligations_settle(&d.owed, SETTLE_PATIENTLY, &broken) == SMT_UNSAT);
  CHECK(d.owed.open.len == 0);
  debt_clear(&d);
}

static void settle_all_but_one(void **state) {
  (void)state;
  debt d;
  obligation broken = {0};
  debt_init(&d);
  owe_easy(&d, 1);
  owe_hard(&d);
  for (uint64_t i = 2; i < 5; i++)
    owe_easy(&d, i);
  for (int i = 0; i < 100 && d.owed.open.len > 1; i++)
    CHECK(obligations_settle(&d.owed, SETTLE_BRIEFLY, &broken) == SMT_UNKNOWN);
  CHECK(d.owed.open.len == 1);
  assert_string_equal(d.owed.open.data[0].what, "hard");
  debt_clear(&d);
}

// One that is hard by itself: every solver is asked once, not once more
// "apart".
static void ask_for_one_only_once(void **state) {
  (void)state;
  debt d;
  obligation broken = {0};
  debt_init(&d);
  owe_hard(&d);
  CHECK(obligations_settle(&d.owed, SETTLE_BRIEFLY, &broken) == SMT_UNKNOWN);
  CHECK(d.owed.open.len == 1 && d.stats.certify_calls == 2);
  debt_clear(&d);
}

// The second round lasts as long as what was hard for the search, at least.
static void patient_as_the_search(void **state) {
  (void)state;
  debt d;
  obligation broken = {0};
  debt_init(&d);
  judge_free(d.owed.judge);
  double hardest = 0.4;
  d.env.hardest = &hardest;
  d.owed.judge = judge_new(&d.env, d.f.tt, FINDER_NONE);
  d.env.limits.deadline = clock_now() + 1;
  owe_hard(&d);
  CHECK(obligations_settle(&d.owed, SETTLE_PATIENTLY, &broken) == SMT_UNKNOWN);
  CHECK(judge_patience(d.owed.judge) >= 0.4);
  CHECK(d.owed.turn >= judge_patience(d.owed.judge));
  debt_clear(&d);
}

static void find_the_broken_one(void **state) {
  (void)state;
  debt d;
  obligation broken = {0};
  debt_init(&d);
  terms *tt = d.f.tt;
  owe_easy(&d, 1);
  term three = term_eq_make(tt, d.f.x, term_bv(tt, 32, 3));
  obligations_add(&d.owed, three, (loc){5}, "broken");
  owe_easy(&d, 2);
  CHECK(obligations_settle(&d.owed, SETTLE_PATIENTLY, &broken) == SMT_SAT);
  assert_string_equal(broken.what, "broken");
  CHECK(broken.at.id == 5);
  debt_clear(&d);
}

// Each part of an invariant is an obligation of its own.
static void parts_of_an_invariant(void **state) {
  (void)state;
  debt d;
  obligation broken = {0};
  debt_init(&d);
  terms *tt = d.f.tt;
  term one = term_bv(tt, 32, 1), two = term_bv(tt, 32, 2);
  term reached = term_eq_make(tt, d.f.x, one);
  term below = term_bvult(tt, d.f.x, two),
       odd = term_not(tt, term_eq_make(tt, d.f.x, two));
  term both = term_and(tt, below, term_and(tt, odd, term_true(tt)));
  obligations_add_invariant(&d.owed, reached, both, LOC_NONE, "part");
  CHECK(d.owed.open.len == 2);
  CHECK(obligations_settle(&d.owed, SETTLE_PATIENTLY, &broken) == SMT_UNSAT);
  term wrong = term_and(tt, below, term_bvult(tt, d.f.x, one));
  obligations_add_invariant(&d.owed, reached, wrong, LOC_NONE, "part");
  CHECK(obligations_settle(&d.owed, SETTLE_PATIENTLY, &broken) == SMT_SAT);
  debt_clear(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cases_are_all_there_is),
      cmocka_unit_test(judge_remembers_only_what_is_true),
      cmocka_unit_test(settle_together),
      cmocka_unit_test(settle_all_but_one),
      cmocka_unit_test(ask_for_one_only_once),
      cmocka_unit_test(patient_as_the_search),
      cmocka_unit_test(find_the_broken_one),
      cmocka_unit_test(parts_of_an_invariant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
