// SPDX-License-Identifier: Apache-2.0
// Candidates that come with a program: what holds becomes an invariant, what
// does not is dropped.
#include "invariant/guesses.h"

#include "builder.h"
#include "setting.h"
#include "term/build/build.h"

typedef struct {
  setting s;
  terms *tt;
  program *p;
  term x;
  loc head;
} fixture;

static term is(fixture *f, uint64_t n) {
  return term_eq_make(f->tt, f->x, term_bv(f->tt, 8, n));
}

// x is 1, and in each round may become 100 or 1: as pointers do, of which a
// program compares no two.
static void fixture_open(fixture *f) {
  *f = (fixture){.tt = terms_new()};
  setting_init(&f->s);
  terms *tt = f->tt;
  program *p = f->p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 8)),
      y = build_var(p, "y", sort_bv(tt, 8));
  f->x = program_variable_term(p, x);
  term ask = build_input(p, "ask", sort_bool(tt));
  term which = build_input(p, "which", sort_bool(tt));
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  loc end = build_loc(p, LOC_END), error = build_loc(p, LOC_ERROR);
  loc body = build_loc(p, LOC_PLAIN);
  build_set(p, entry, head, term_true(tt), x, term_bv(tt, 8, 1));
  term next = term_ite(tt, which, term_bv(tt, 8, 100), term_bv(tt, 8, 1));
  assignment both[] = {{x, next}, {y, f->x}};
  build_edge(p, head, body, ask, both, 2);
  build_skip(p, head, end, term_not(tt, ask));
  term other = term_not(tt, term_or(tt, is(f, 1), is(f, 100)));
  build_skip(p, body, error, other);
  build_skip(p, body, head, term_not(tt, other));
  f->head = head;
}

static void fixture_close(fixture *f) {
  program_free(f->p);
  terms_free(f->tt);
  options_free(&f->s.options);
  CHECK(mem_live() == 0);
}

// Does the invariant that is found exclude that x has the value?
static bool excludes(fixture *f, const invariants *i, uint64_t n) {
  evaluator *e = eval_new(f->tt);
  bool is_excluded = false;
  const loc_vec *heads = transition_heads(i->system);
  for (uint32_t k = 0; k < heads->len; k++) {
    eval_set(e, f->x, value_bv(8, n));
    is_excluded |= !eval_is_true(e, i->invariant[heads->data[k].id]);
  }
  eval_free(e);
  return is_excluded;
}

// Settles what the program offers with this candidate; is 50 excluded, which is
// between the values that x has?
static bool is_fifty_excluded(bool with_true, bool with_wrong) {
  fixture f;
  fixture_open(&f);
  if (with_true)
    program_add_candidate(f.p, term_or(f.tt, is(&f, 1), is(&f, 100)));
  if (with_wrong)
    program_add_candidate(f.p, term_or(f.tt, is(&f, 1), is(&f, 99)));
  invariants i;
  CHECK(invariants_init(&i, &f.s.env, f.p, f.p, &solver_bits));
  lemmas *m = lemmas_new(&i);
  guesses_from_program(m, &i);
  lemmas_settle(m, &NO_LIMITS);
  bool found = excludes(&f, &i, 50);
  CHECK(!excludes(&f, &i, 100) && !excludes(&f, &i, 1));
  lemmas_free(m);
  invariants_clear(&i);
  fixture_close(&f);
  return found;
}

static void candidates_are_proved(void **state) {
  CHECK(!is_fifty_excluded(false, false));
  CHECK(is_fifty_excluded(true, false));
  CHECK(!is_fifty_excluded(false, true));
  CHECK(is_fifty_excluded(true, true));
}

// Each conjunction has the one before it twice: as a tree it would have more
// parts than there is time for.
static void shared_parts_are_offered_once(void **state) {
  fixture f;
  fixture_open(&f);
  invariants i;
  CHECK(invariants_init(&i, &f.s.env, f.p, f.p, &solver_bits));
  lemmas *m = lemmas_new(&i);
  term t = term_not(f.tt, is(&f, 0));
  for (uint64_t n = 1; n <= 60; n++) {
    term a = term_and(f.tt, t, term_not(f.tt, is(&f, 2 * n)));
    term b = term_and(f.tt, t, term_not(f.tt, is(&f, 2 * n + 1)));
    t = term_not(f.tt, term_or(f.tt, term_not(f.tt, a), term_not(f.tt, b)));
  }
  lemmas_offer(m, f.head, t);
  lemmas_free(m);
  invariants_clear(&i);
  fixture_close(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(candidates_are_proved),
      cmocka_unit_test(shared_parts_are_offered_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
