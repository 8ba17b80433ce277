// SPDX-License-Identifier: Apache-2.0
// What single backends promise: limits, reasons, sorts, statistics.
#include "smt/solver.h"

#include <stdio.h>

#include "base/mem.h"
#include "unit.h"

typedef struct {
  options options;
  stats stats;
  env env;
  terms *tt;
  solver *s;
  arena *mem;
} fixture;

static void set_up(fixture *f, const solver_backend *b) {
  *f = (fixture){.tt = terms_new(), .mem = arena_new()};
  options_init(&f->options);
  f->env = (env){.options = &f->options, .stats = &f->stats};
  f->s = solver_new(b, &f->env, f->tt);
}

static void tear_down(fixture *f) {
  solver_free(f->s);
  arena_free(f->mem);
  terms_free(f->tt);
  options_free(&f->options);
  assert_int_equal(mem_live(), 0);
}

static const solver_backend *const BACKENDS[] = {
    &solver_bits, &solver_bits_proved, &solver_z3, &solver_z3_simplex};
enum { BACKEND_COUNT = 3 };

// To factor a product of two primes of 32 bits is out of reach.
static void assert_hard(fixture *f) {
  terms *tt = f->tt;
  term x = term_variable(tt, "x", sort_bv(tt, 32));
  term y = term_variable(tt, "y", sort_bv(tt, 32));
  term product =
      term_bvmul(tt, term_zero_extend(tt, x, 32), term_zero_extend(tt, y, 32));
  term number = term_bv(tt, 64, UINT64_C(12887898998943388283));
  solver_assert(f->s, term_eq_make(tt, product, number));
}

static void test_deadline(void **state) {
  for (int i = 0; i < BACKEND_COUNT; i++) {
    fixture f;
    set_up(&f, BACKENDS[i]);
    assert_hard(&f);
    limits soon = {.deadline = clock_now() + 0.3};
    solver_set_limits(f.s, &soon);
    CHECK(solver_check(f.s, NULL, 0) == SMT_UNKNOWN);
    assert_string_equal(solver_reason(f.s), limit_name(LIMIT_TIME));
    // A second check does not even begin, and nothing is broken after it.
    CHECK(solver_check(f.s, NULL, 0) == SMT_UNKNOWN);
    solver_set_limits(f.s, NULL);
    term no = term_false(f.tt);
    CHECK(solver_check(f.s, &no, 1) == SMT_UNSAT);
    tear_down(&f);
  }
}

static void test_interrupt(void **state) {
  for (int i = 0; i < BACKEND_COUNT; i++) {
    fixture f;
    set_up(&f, BACKENDS[i]);
    assert_hard(&f);
    volatile sig_atomic_t flag = 1;
    limits l = {.interrupt = &flag};
    solver_set_limits(f.s, &l);
    CHECK(solver_check(f.s, NULL, 0) == SMT_UNKNOWN);
    assert_string_equal(solver_reason(f.s), limit_name(LIMIT_INTERRUPT));
    tear_down(&f);
  }
}

// A limit that is hit while terms become clauses: the check ends in time, and
// the next one goes on from there and is right.
static void test_stop_in_translation(void **state) {
  enum { ROUNDS = 50 };
  fixture f;
  set_up(&f, &solver_bits);
  terms *tt = f.tt;
  term x = term_variable(tt, "x", sort_bv(tt, 64)), first = x;
  uint64_t expect = 5;
  for (uint64_t i = 0; i < ROUNDS; i++) {
    // x * (2x + 1) + i is a permutation of the words
    term odd = term_bvadd(tt, term_bvadd(tt, x, x), term_bv(tt, 64, 1));
    x = term_bvadd(tt, term_bvmul(tt, x, odd), term_bv(tt, 64, i));
    expect = expect * (2 * expect + 1) + i;
  }
  solver_assert(f.s, term_eq_make(tt, x, term_bv(tt, 64, expect)));
  for (int i = 0; i < 3; i++) {
    limits soon = {.deadline = clock_now() + 0.005};
    solver_set_limits(f.s, &soon);
    CHECK(solver_check(f.s, NULL, 0) == SMT_UNKNOWN);
  }
  solver_set_limits(f.s, NULL);
  term five = term_eq_make(tt, first, term_bv(tt, 64, 5));
  term seven = term_eq_make(tt, first, term_bv(tt, 64, 7));
  CHECK(solver_check(f.s, &five, 1) == SMT_SAT);
  CHECK(value_get_u64(solver_value(f.s, x, f.mem)) == expect);
  CHECK(solver_check(f.s, &seven, 1) == SMT_UNSAT);
  tear_down(&f);
}

static void test_integers(void **state) {
  for (int i = 0; i < BACKEND_COUNT; i++) {
    fixture f;
    set_up(&f, BACKENDS[i]);
    term x = term_variable(f.tt, "x", sort_int(f.tt));
    term big = term_lt(f.tt, term_int(f.tt, 1000), x);
    solver_push(f.s);
    solver_assert(f.s, term_eq_make(f.tt, term_mul(f.tt, x, term_int(f.tt, 3)),
                                    term_int(f.tt, 3003)));
    smt_status answer = solver_check(f.s, &big, 1);
    if (BACKENDS[i] == &solver_z3 || BACKENDS[i] == &solver_z3_simplex) {
      CHECK(answer == SMT_SAT);
      CHECK(value_equal(solver_value(f.s, x, f.mem), value_int(1001)));
      term small = term_not(f.tt, big);
      CHECK(solver_check(f.s, &small, 1) == SMT_UNSAT);
      CHECK(solver_failed(f.s, 0));
    } else {
      CHECK(answer == SMT_UNKNOWN);
      assert_string_equal(solver_reason(f.s), "integers need --solver z3");
      solver_pop(f.s); // what cannot be translated goes with its scope
      CHECK(solver_check(f.s, NULL, 0) == SMT_SAT);
      CHECK(solver_check(f.s, &big, 1) == SMT_UNKNOWN);
    }
    tear_down(&f);
  }
}

static void test_what_bits_knows(void **state) {
  terms *tt = terms_new();
  sort word = sort_bv(tt, 8), words = sort_array(tt, word, word);
  term a = term_variable(tt, "a", words), b = term_variable(tt, "b", words);
  (void)term_select(tt, a, term_variable(tt, "x", word));
  CHECK(solver_bits_knows(tt));
  (void)term_eq_make(tt, a, b);
  CHECK(!solver_bits_knows(tt));
  terms_free(tt);
  tt = terms_new();
  CHECK(solver_bits_knows(tt));
  (void)term_variable(tt, "r", sort_real(tt));
  CHECK(!solver_bits_knows(tt));
  terms_free(tt);
}

static void test_reals_in_z3(void **state) {
  fixture f;
  set_up(&f, &solver_z3);
  term x = term_variable(f.tt, "x", sort_real(f.tt));
  term two = term_to_real(f.tt, term_int(f.tt, 2));
  term three = term_to_real(f.tt, term_int(f.tt, 3));
  solver_assert(f.s, term_eq_make(f.tt, term_mul(f.tt, x, three), two));
  CHECK(solver_check(f.s, NULL, 0) == SMT_SAT);
  strbuf text = {0};
  value_print(solver_value(f.s, x, f.mem), false, &text);
  assert_string_equal(strbuf_text(&text), "2/3");
  strbuf_free(&text);
  tear_down(&f);
}

// m[i][j] with i = k and j = l must be m[k][l]; and the model says what m is.
static void test_arrays_of_arrays(void **state) {
  for (int i = 0; i < BACKEND_COUNT; i++) {
    fixture f;
    set_up(&f, BACKENDS[i]);
    terms *tt = f.tt;
    sort word = sort_bv(tt, 8), row = sort_array(tt, word, word);
    term m = term_variable(tt, "m", sort_array(tt, word, row));
    term v[4];
    for (int n = 0; n < 4; n++)
      v[n] = term_variable(tt, (const char *[]){"i", "j", "k", "l"}[n], word);
    term r = term_store(tt, term_select(tt, m, v[0]), v[1], term_bv(tt, 8, 7));
    term n = term_store(tt, m, v[0], r);
    term x = term_select(tt, term_select(tt, n, v[2]), v[3]);
    term y = term_select(tt, term_select(tt, m, v[2]), v[3]);
    solver_assert(f.s, term_eq_make(tt, x, term_bv(tt, 8, 7)));
    solver_assert(f.s, term_eq_make(tt, y, term_bv(tt, 8, 9)));
    CHECK(solver_check(f.s, NULL, 0) == SMT_SAT);
    CHECK(value_get_u64(solver_value(f.s, x, f.mem)) == 7);
    CHECK(value_get_u64(solver_value(f.s, y, f.mem)) == 9);
    CHECK(value_equal(solver_value(f.s, v[0], f.mem),
                      solver_value(f.s, v[2], f.mem)));
    term other = term_distinct(tt, v[1], v[3]);
    CHECK(solver_check(f.s, &other, 1) == SMT_UNSAT);
    tear_down(&f);
  }
}

// An equality of arrays that were taken out of an array of arrays is refused,
// not guessed.
static void test_refused_equality(void **state) {
  fixture f;
  set_up(&f, &solver_bits);
  sort word = sort_bv(f.tt, 16), row = sort_array(f.tt, word, word);
  term m = term_variable(f.tt, "m", sort_array(f.tt, word, row));
  term a = term_variable(f.tt, "a", row), i = term_variable(f.tt, "i", word);
  solver_assert(f.s, term_eq_make(f.tt, term_select(f.tt, m, i), a));
  CHECK(solver_check(f.s, NULL, 0) == SMT_UNKNOWN);
  assert_string_equal(solver_reason(f.s), "array equality");
  tear_down(&f);
}

// A frame variable equal to a store, as cut unrollings have it.
static void test_array_frames(void **state) {
  fixture f;
  set_up(&f, &solver_bits);
  terms *tt = f.tt;
  sort word = sort_bv(tt, 32), s = sort_array(tt, word, word);
  term frame = term_variable(tt, "a0", s), first = frame;
  for (uint32_t i = 0; i < 20; i++) {
    char name[16];
    snprintf(name, sizeof name, "a%u", i + 1);
    term next = term_variable(tt, name, s), at = term_bv(tt, 32, i);
    term old = term_select(tt, frame, at);
    term sum = term_bvadd(tt, old, term_bv(tt, 32, 1));
    solver_assert(f.s, term_eq_make(tt, next, term_store(tt, frame, at, sum)));
    frame = next;
  }
  term at = term_variable(tt, "at", word);
  term same =
      term_eq_make(tt, term_select(tt, first, at), term_select(tt, frame, at));
  CHECK(solver_check(f.s, &same, 1) == SMT_SAT);
  CHECK(value_get_u64(solver_value(f.s, at, f.mem)) >= 20);
  term below = term_bvult(tt, at, term_bv(tt, 32, 20));
  term both[] = {same, below};
  CHECK(solver_check(f.s, both, 2) == SMT_UNSAT);
  CHECK(solver_failed(f.s, 0) && solver_failed(f.s, 1));
  tear_down(&f);
}

// Many reads at indices of which only a chain of conditions says that they are
// equal: too many to be related before it is known which matter.
static void test_many_reads(void **state) {
  enum { COUNT = 40 };
  for (int i = 0; i < BACKEND_COUNT; i++) {
    fixture f;
    set_up(&f, BACKENDS[i]);
    terms *tt = f.tt;
    sort word = sort_bv(tt, 32);
    term a = term_variable(tt, "a", sort_array(tt, word, word));
    term first = term_fresh(tt, "i", word), last = first;
    term other = term_false(tt);
    term back = term_fresh(tt, "b", sort_bool(tt));
    for (int n = 1; n < COUNT; n++) {
      term next = term_fresh(tt, "i", word);
      term equal = term_eq_make(tt, next, last);
      solver_assert(f.s, term_or(tt, term_not(tt, back), equal));
      other = term_or(tt, other,
                      term_distinct(tt, term_select(tt, a, first),
                                    term_select(tt, a, next)));
      last = next;
    }
    CHECK(solver_check(f.s, &other, 1) == SMT_SAT);
    CHECK(value_is_true(solver_value(f.s, other, f.mem)));
    term both[] = {other, back};
    CHECK(solver_check(f.s, both, 2) == SMT_UNSAT);
    CHECK(solver_check(f.s, &back, 1) == SMT_SAT);
    CHECK(!value_is_true(solver_value(f.s, other, f.mem)));
    tear_down(&f);
  }
}

// Questions that stand alone know nothing of each other, whatever was asked
// before and of whatever sort it was.
static void test_alone(void **state) {
  (void)state;
  for (int i = 0; i < BACKEND_COUNT; i++) {
    fixture f;
    set_up(&f, BACKENDS[i]);
    sort word = sort_bv(f.tt, 8);
    term x = term_fresh(f.tt, "x", word), y = term_fresh(f.tt, "y", word);
    term five = term_eq_make(f.tt, x, term_bv(f.tt, 8, 5));
    term seven = term_eq_make(f.tt, x, term_bv(f.tt, 8, 7));
    term sum = term_bvadd(f.tt, x, y), same = term_eq_make(f.tt, sum, x);
    term zero = term_eq_make(f.tt, y, term_bv(f.tt, 8, 0));
    for (int round = 0; round < 3; round++) {
      CHECK(solver_check_alone(f.s, five) == SMT_SAT);
      CHECK(solver_value(f.s, x, f.mem).bits == 5);
      CHECK(solver_check_alone(f.s, seven) == SMT_SAT);
      CHECK(solver_value(f.s, x, f.mem).bits == 7);
      CHECK(solver_check_alone(f.s, term_and(f.tt, five, seven)) == SMT_UNSAT);
      term odd = term_and(f.tt, same, term_not(f.tt, zero));
      CHECK(solver_check_alone(f.s, odd) == SMT_UNSAT);
      CHECK(solver_check_alone(f.s, same) == SMT_SAT);
    }
    tear_down(&f);
  }
}

static void test_alone_with_numbers(void **state) {
  (void)state;
  fixture f;
  set_up(&f, &solver_z3);
  term b = term_fresh(f.tt, "b", sort_bool(f.tt));
  term n = term_fresh(f.tt, "n", sort_int(f.tt));
  term big = term_lt(f.tt, term_int(f.tt, 3), n);
  CHECK(solver_check_alone(f.s, b) == SMT_SAT);
  CHECK(solver_check_alone(f.s, big) == SMT_SAT);
  CHECK(solver_check_alone(f.s, term_and(f.tt, b, big)) == SMT_SAT);
  CHECK(solver_check_alone(f.s, term_and(f.tt, b, term_not(f.tt, b))) ==
        SMT_UNSAT);
  tear_down(&f);
}

static void test_statistics(void **state) {
  fixture f;
  set_up(&f, &solver_bits_proved);
  term p = term_variable(f.tt, "p", sort_bool(f.tt));
  term q = term_variable(f.tt, "q", sort_bool(f.tt));
  solver_assert(f.s, term_or(f.tt, p, q));
  CHECK(solver_check(f.s, NULL, 0) == SMT_SAT);
  term none[] = {term_not(f.tt, p), term_not(f.tt, q), term_true(f.tt)};
  CHECK(solver_check(f.s, none, 3) == SMT_UNSAT);
  CHECK(solver_failed(f.s, 0) && solver_failed(f.s, 1));
  CHECK(!solver_failed(f.s, 2));
  CHECK(f.stats.solver_calls == 2 && f.stats.solver_sat == 1);
  CHECK(f.stats.proofs_checked == 1 && f.stats.proofs_rejected == 0);
  CHECK(f.stats.cnf_clauses > 0 && f.stats.aig_nodes > 0);
  CHECK(f.stats.time_solve > 0);
  tear_down(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_deadline),
      cmocka_unit_test(test_interrupt),
      cmocka_unit_test(test_stop_in_translation),
      cmocka_unit_test(test_integers),
      cmocka_unit_test(test_what_bits_knows),
      cmocka_unit_test(test_reals_in_z3),
      cmocka_unit_test(test_arrays_of_arrays),
      cmocka_unit_test(test_refused_equality),
      cmocka_unit_test(test_array_frames),
      cmocka_unit_test(test_many_reads),
      cmocka_unit_test(test_alone),
      cmocka_unit_test(test_alone_with_numbers),
      cmocka_unit_test(test_statistics),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
