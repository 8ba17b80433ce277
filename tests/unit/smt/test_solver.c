// SPDX-License-Identifier: Apache-2.0
// Solvers against each other on random terms: the same answers, models that
// evaluate to true, failed assumptions that really fail.
#include "smt/solver.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "random_terms.h"
#include "term/text/print.h"
#include "unit.h"

enum { BITS, PROVED, Z3, SOLVERS };

typedef struct {
  options options;
  stats stats;
  env env;
  terms *tt;
  random_terms r;
  solver *s[SOLVERS];
  arena *mem;
} fixture;

static const solver_backend *const BACKENDS[SOLVERS] = {
    &solver_bits, &solver_bits_proved, &solver_z3};

static void set_up(fixture *f, uint64_t seed, uint32_t width, bool arrays) {
  *f = (fixture){.tt = terms_new(), .mem = arena_new()};
  options_init(&f->options);
  f->env = (env){.options = &f->options, .stats = &f->stats};
  f->env.limits.deadline = clock_now() + 3600;
  terms_set_simplify(f->tt, seed % 3 != 0);
  random_init(&f->r, f->tt, seed, width, arrays);
  for (int i = 0; i < SOLVERS; i++)
    f->s[i] = solver_new(BACKENDS[i], &f->env, f->tt);
}

static void tear_down(fixture *f) {
  for (int i = 0; i < SOLVERS; i++)
    solver_free(f->s[i]);
  random_clear(&f->r);
  arena_free(f->mem);
  terms_free(f->tt);
  options_free(&f->options);
  assert_int_equal(mem_live(), 0);
}

static void print_problem(const fixture *f, const term *all, uint32_t n) {
  strbuf text = {0};
  term_print_script(f->tt, all, n, &text);
  fprintf(stderr, "%s\n", strbuf_text(&text));
  strbuf_free(&text);
}

// All formulas are true in the model of each solver that found one.
static void check_models(fixture *f, const smt_status *answer, const term *all,
                         uint32_t n) {
  for (int i = 0; i < SOLVERS; i++) {
    if (answer[i] != SMT_SAT)
      continue;
    for (uint32_t j = 0; j < n; j++) {
      bool holds = value_is_true(solver_value(f->s[i], all[j], f->mem));
      if (!holds) {
        fprintf(stderr, "solver %d: formula %u does not hold\n", i, j);
        print_problem(f, all, n);
      }
      CHECK(holds);
    }
  }
}

// One check by all solvers, compared. 'all' has the asserted formulas and then
// the assumptions, of which there are n_assumed.
static smt_status check_all(fixture *f, const term *all, uint32_t n,
                            uint32_t n_assumed) {
  const term *assumed = all + (n - n_assumed);
  smt_status answer[SOLVERS];
  for (int i = 0; i < SOLVERS; i++) {
    answer[i] = solver_check(f->s[i], assumed, n_assumed);
    if (i == Z3 && f->r.has_array_equality && answer[i] == SMT_UNKNOWN) {
      // Z3's own mistake, which its backend finds: not to be compared.
      assert_string_equal(solver_reason(f->s[i]),
                          "z3 found no model that is one");
      CHECK(answer[0] == SMT_SAT);
      continue;
    }
    if (answer[i] == SMT_UNKNOWN || answer[i] != answer[0]) {
      fprintf(stderr, "solver %d: %d, not %d (%s)\n", i, answer[i], answer[0],
              answer[i] == SMT_UNKNOWN ? solver_reason(f->s[i]) : "");
      print_problem(f, all, n);
    }
    CHECK(answer[i] != SMT_UNKNOWN);
    CHECK(answer[i] == answer[0]);
  }
  check_models(f, answer, all, n);
  return answer[0];
}

// The failed assumptions alone contradict the assertions.
static void check_failed(fixture *f, const term *assumed, uint32_t n) {
  for (int i = 0; i < SOLVERS; i++) {
    term_vec core = {0};
    for (uint32_t j = 0; j < n; j++)
      if (solver_failed(f->s[i], j))
        vec_push(&core, assumed[j]);
    int judge = (i + 1) % SOLVERS;
    smt_status answer = solver_check(f->s[judge], core.data, core.len);
    if (answer != SMT_UNSAT) {
      fprintf(stderr, "solver %d: core of %u fails at %d: %d of %u\n", i,
              core.len, judge, answer, n);
      print_problem(f, assumed, n);
    }
    CHECK(answer == SMT_UNSAT);
    // The judge's own failed assumptions are asked next.
    CHECK(solver_check(f->s[judge], assumed, n) == SMT_UNSAT);
    vec_free(&core);
  }
}

static void assert_all(fixture *f, term t) {
  for (int i = 0; i < SOLVERS; i++)
    solver_assert(f->s[i], t);
}

// Some of the formulas made, asserted and checked by all.
static bool is_unsat(fixture *f) {
  term_vec all = {0};
  for (uint32_t i = 0; i < 1 + random_below(&f->r, 6); i++) {
    vec_push(&all, random_formula(&f->r));
    assert_all(f, vec_last(&all));
  }
  bool unsat = check_all(f, all.data, all.len, 0) == SMT_UNSAT;
  vec_free(&all);
  return unsat;
}

static uint32_t run_random(uint64_t seeds, uint32_t width, bool arrays,
                           bool equalities) {
  uint32_t unsat = 0;
  for (uint64_t seed = 0; seed < seeds; seed++) {
    fixture f;
    set_up(&f, seed, width, arrays);
    f.r.has_array_equality = equalities;
    random_grow(&f.r, 8 + random_below(&f.r, 40));
    unsat += is_unsat(&f);
    tear_down(&f);
  }
  return unsat;
}

// Memory: reads that pass many stores.
static uint32_t run_memory(uint64_t seeds, uint32_t width, bool equalities,
                           uint64_t *lemmas) {
  uint32_t unsat = 0;
  for (uint64_t seed = 0; seed < seeds; seed++) {
    fixture f;
    set_up(&f, seed, width, true);
    f.r.has_array_equality = equalities;
    random_grow(&f.r, 10);
    random_memory(&f.r, 10 + random_below(&f.r, 12));
    random_grow(&f.r, 20);
    unsat += is_unsat(&f);
    *lemmas += f.stats.array_lemmas;
    tear_down(&f);
  }
  return unsat;
}

// More rounds on demand: WEDGE_TEST_ROUNDS=10 runs ten times as many.
static uint64_t rounds(uint64_t n) {
  const char *factor = getenv("WEDGE_TEST_ROUNDS");
  return factor ? n * (uint64_t)atoi(factor) : n;
}

static void test_narrow_words(void **state) {
  CHECK(run_random(rounds(600), 5, false, false) > 50);
}

static void test_wide_words(void **state) {
  CHECK(run_random(rounds(600), 64, false, false) > 50);
}

static void test_very_wide_words(void **state) {
  run_random(rounds(100), 150, false, false);
}

static void test_arrays(void **state) {
  CHECK(run_random(rounds(400), 4, true, false) > 20);
  run_random(rounds(200), 32, true, false);
}

static void test_array_equalities(void **state) {
  CHECK(run_random(rounds(400), 3, true, true) > 20);
  run_random(rounds(300), 40, true, true);
}

static void test_memory(void **state) {
  uint64_t lemmas = 0;
  CHECK(run_memory(rounds(60), 4, false, &lemmas) > 10);
  CHECK(run_memory(rounds(60), 24, false, &lemmas) > 10);
  CHECK(run_memory(rounds(40), 3, true, &lemmas) > 3);
  CHECK(lemmas > 100); // what is tested here happens
}

// --- incremental use -----------------------------------------------------

typedef struct {
  fixture f;
  term_vec asserted;
  VEC(uint32_t) scopes;
} script;

static void take_step(script *c) {
  fixture *f = &c->f;
  switch (random_below(&f->r, 6)) {
  case 0:
    for (int i = 0; i < SOLVERS; i++)
      solver_push(f->s[i]);
    vec_push(&c->scopes, c->asserted.len);
    break;
  case 1:
    if (c->scopes.len == 0)
      break;
    for (int i = 0; i < SOLVERS; i++)
      solver_pop(f->s[i]);
    c->asserted.len = vec_pop(&c->scopes);
    break;
  case 2:
    // Few formulas for good: else all becomes unsatisfiable too soon.
    if (c->scopes.len == 0 && random_below(&f->r, 8) != 0)
      break;
    vec_push(&c->asserted, random_formula(&f->r));
    assert_all(f, vec_last(&c->asserted));
    break;
  default:
    random_grow(&f->r, 2);
  }
}

static void check_script(script *c, uint32_t *sat, uint32_t *unsat) {
  fixture *f = &c->f;
  uint32_t n = random_below(&f->r, 5), before = c->asserted.len;
  for (uint32_t i = 0; i < n; i++)
    vec_push(&c->asserted, random_formula(&f->r));
  smt_status answer = check_all(f, c->asserted.data, c->asserted.len, n);
  if (answer == SMT_UNSAT)
    check_failed(f, c->asserted.data + before, n);
  *(answer == SMT_SAT ? sat : unsat) += 1;
  c->asserted.len = before;
}

static void run_scripts(uint64_t seeds, uint32_t width, bool arrays) {
  uint32_t sat = 0, unsat = 0;
  for (uint64_t seed = 0; seed < seeds; seed++) {
    script c = {0};
    set_up(&c.f, seed + 1000, width, arrays);
    c.f.r.has_array_equality = arrays;
    random_grow(&c.f.r, 10);
    for (int i = 0; i < 40; i++) {
      take_step(&c);
      if (i % 3 == 0)
        check_script(&c, &sat, &unsat);
    }
    vec_free(&c.asserted);
    vec_free(&c.scopes);
    tear_down(&c.f);
  }
  CHECK(sat > seeds && unsat > seeds);
}

static void test_scripts(void **state) {
  run_scripts(rounds(60), 8, false);
  run_scripts(rounds(20), 48, false);
}

static void test_scripts_with_arrays(void **state) {
  run_scripts(rounds(40), 3, true);
  run_scripts(rounds(20), 20, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_narrow_words),
      cmocka_unit_test(test_wide_words),
      cmocka_unit_test(test_very_wide_words),
      cmocka_unit_test(test_arrays),
      cmocka_unit_test(test_array_equalities),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_scripts),
      cmocka_unit_test(test_scripts_with_arrays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
