// SPDX-License-Identifier: Apache-2.0
// Chains of Horn clauses over every sort, checked by a solver.
#include "smt/horn.h"

#include "base/mem.h"
#include "smt/solver.h"
#include "unit.h"

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
  f->env.limits.deadline = clock_now() + 3600;
}

static void close_fixture(fixture *f) {
  terms_free(f->tt);
  options_free(&f->options);
  assert_int_equal(mem_live(), 0);
}

static bool is_unsat(fixture *f, term a, term b, term c) {
  solver *s = solver_new(&solver_z3, &f->env, f->tt);
  solver_assert(s, a);
  solver_assert(s, b);
  solver_assert(s, term_not(f->tt, c));
  bool unsat = solver_check(s, NULL, 0) == SMT_UNSAT;
  solver_free(s);
  return unsat;
}

// Two steps from x0 to x2 with one predicate after each.
static void check_chain(fixture *f, const term *formulas, term x0, term x1) {
  term_vec arguments[2] = {{0}, {0}};
  vec_push(&arguments[0], x0);
  vec_push(&arguments[1], x1);
  horn_chain chain = {.formulas = formulas, .arguments = arguments, .count = 2};
  term out[2];
  strbuf reason = {0};
  CHECK(horn_solve(f->tt, &f->env.limits, &chain, out, &reason) == HORN_SOLVED);
  term yes = term_true(f->tt), no = term_false(f->tt);
  CHECK(is_unsat(f, yes, formulas[0], out[0]));
  CHECK(is_unsat(f, out[0], formulas[1], out[1]));
  CHECK(is_unsat(f, out[1], formulas[2], no));
  strbuf_free(&reason);
  vec_free(&arguments[0]);
  vec_free(&arguments[1]);
}

static void integers(void **state) {
  fixture f;
  open_fixture(&f);
  terms *tt = f.tt;
  term x = term_variable(tt, "x", sort_int(tt));
  term y = term_variable(tt, "y", sort_int(tt));
  term two = term_int(tt, 2);
  term formulas[3] = {
      term_eq_make(tt, x, term_int(tt, 4)),
      term_eq_make(tt, y, term_add(tt, x, two)),
      term_eq_make(tt, term_int_mod(tt, y, two), term_int(tt, 1))};
  check_chain(&f, formulas, x, y);
  close_fixture(&f);
}

static void reals(void **state) {
  fixture f;
  open_fixture(&f);
  terms *tt = f.tt;
  term x = term_variable(tt, "x", sort_real(tt));
  term y = term_variable(tt, "y", sort_real(tt));
  term half = term_div(tt, term_to_real(tt, term_int(tt, 1)),
                       term_to_real(tt, term_int(tt, 2)));
  term formulas[3] = {term_lt(tt, x, half),
                      term_eq_make(tt, y, term_add(tt, x, half)),
                      term_le(tt, term_add(tt, half, half), y)};
  check_chain(&f, formulas, x, y);
  close_fixture(&f);
}

static void words(void **state) {
  fixture f;
  open_fixture(&f);
  terms *tt = f.tt;
  sort s = sort_bv(tt, 8);
  term x = term_variable(tt, "x", s), y = term_variable(tt, "y", s);
  term formulas[3] = {term_bvult(tt, x, term_bv(tt, 8, 10)),
                      term_eq_make(tt, y, term_bvadd(tt, x, x)),
                      term_bvult(tt, term_bv(tt, 8, 40), y)};
  check_chain(&f, formulas, x, y);
  close_fixture(&f);
}

static void arrays(void **state) {
  fixture f;
  open_fixture(&f);
  terms *tt = f.tt;
  sort s = sort_array(tt, sort_int(tt), sort_int(tt));
  term x = term_variable(tt, "x", s), y = term_variable(tt, "y", s);
  term zero = term_int(tt, 0), one = term_int(tt, 1);
  term formulas[3] = {term_eq_make(tt, term_select(tt, x, zero), one),
                      term_eq_make(tt, y, term_store(tt, x, one, zero)),
                      term_eq_make(tt, term_select(tt, y, zero), zero)};
  check_chain(&f, formulas, x, y);
  close_fixture(&f);
}

// Z3 leaves out what is before and behind a formula that it sees through.
static void contradictions_anywhere(void **state) {
  fixture f;
  open_fixture(&f);
  terms *tt = f.tt;
  term x = term_variable(tt, "x", sort_int(tt));
  term y = term_variable(tt, "y", sort_int(tt));
  term zero = term_int(tt, 0);
  for (uint32_t i = 0; i < 3; i++) {
    term formulas[3] = {term_le(tt, x, zero), term_le(tt, y, x),
                        term_le(tt, zero, y)};
    formulas[i] = term_false(tt);
    check_chain(&f, formulas, x, y);
  }
  close_fixture(&f);
}

static void satisfiable_chains_have_no_solution(void **state) {
  fixture f;
  open_fixture(&f);
  terms *tt = f.tt;
  term x = term_variable(tt, "x", sort_int(tt));
  term formulas[2] = {term_le(tt, x, term_int(tt, 4)),
                      term_le(tt, term_int(tt, 3), x)};
  term_vec arguments = {0};
  vec_push(&arguments, x);
  horn_chain chain = {
      .formulas = formulas, .arguments = &arguments, .count = 1};
  term out;
  strbuf reason = {0};
  CHECK(horn_solve(tt, &f.env.limits, &chain, &out, &reason) ==
        HORN_UNSOLVABLE);
  strbuf_free(&reason);
  vec_free(&arguments);
  close_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers),
      cmocka_unit_test(reals),
      cmocka_unit_test(words),
      cmocka_unit_test(arrays),
      cmocka_unit_test(contradictions_anywhere),
      cmocka_unit_test(satisfiable_chains_have_no_solution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
