// SPDX-License-Identifier: Apache-2.0
// What is left of an invariant that says too much: what a person would keep.
#include "invariant/minimize.h"

#include "builder.h"

typedef struct {
  options options;
  stats stats;
  env env;
  program *p;
  terms *tt;
  loc head;
  term x, y;
  term bounds[4];  // of each by the other
  term *invariant; // by location
} fixture;

// x = y = 0; while (*) { x++; y++; }  error if x != y
static void fixture_open(fixture *f) {
  terms *tt = terms_new();
  *f = (fixture){.p = program_new(tt), .tt = tt};
  options_init(&f->options);
  f->env = (env){.options = &f->options, .stats = &f->stats};
  sort word = sort_bv(tt, 32);
  var x = build_var(f->p, "x", word), y = build_var(f->p, "y", word);
  f->x = program_variable_term(f->p, x);
  f->y = program_variable_term(f->p, y);
  loc entry = build_loc(f->p, LOC_ENTRY);
  loc error = build_loc(f->p, LOC_ERROR);
  f->head = build_loc(f->p, LOC_PLAIN);
  term zero = term_bv(tt, 32, 0), one = term_bv(tt, 32, 1);
  // Older than the equation: conjunctions go by age.
  f->bounds[0] = term_bvule(tt, f->x, f->y);
  f->bounds[1] = term_bvule(tt, f->y, f->x);
  f->bounds[2] = term_bvsle(tt, f->x, f->y);
  f->bounds[3] = term_bvsle(tt, f->y, f->x);
  term equal = term_eq_make(tt, f->x, f->y);
  assignment start[] = {{x, zero}, {y, zero}};
  assignment step[] = {{x, term_bvadd(tt, f->x, one)},
                       {y, term_bvadd(tt, f->y, one)}};
  build_edge(f->p, entry, f->head, term_true(tt), start, 2);
  build_edge(f->p, f->head, f->head, equal, step, 2);
  build_skip(f->p, f->head, error, term_not(tt, equal));
  uint32_t count = program_location_count(f->p) + 1;
  f->invariant = mem_alloc(count * sizeof *f->invariant);
  for (uint32_t i = 0; i < count; i++)
    f->invariant[i] = term_true(tt);
}

static void fixture_close(fixture *f) {
  mem_free(f->invariant);
  program_free(f->p);
  terms_free(f->tt);
  options_free(&f->options);
}

static bool minimize(fixture *f, const term *facts, uint32_t n) {
  f->invariant[f->head.id] = term_and_n(f->tt, facts, n);
  return minimize_invariants(&f->env, f->p, &solver_bits, f->invariant);
}

static void the_equation_is_left(void **state) {
  fixture f;
  fixture_open(&f);
  terms *tt = f.tt;
  term sum = term_bvadd(tt, f.x, f.y), two = term_bv(tt, 32, 2);
  term equal = term_eq_make(tt, f.x, f.y);
  term facts[] = {
      f.bounds[0],
      f.bounds[1],
      f.bounds[2],
      f.bounds[3],
      term_eq_make(tt, term_bvurem(tt, sum, two), term_bv(tt, 32, 0)),
      term_eq_make(tt, term_bvmul(tt, f.x, f.x), term_bvmul(tt, f.x, f.y)),
      equal,
  };
  CHECK(minimize(&f, facts, 7));
  CHECK(term_eq(f.invariant[f.head.id], equal));
  fixture_close(&f);
}

// Both bounds together are the equation.
static void what_is_needed_stays(void **state) {
  fixture f;
  fixture_open(&f);
  terms *tt = f.tt;
  term far = term_bv(tt, 32, 0x80000000);
  term facts[] = {
      f.bounds[0],
      f.bounds[1],
      term_or(tt, term_bvule(tt, f.x, far), f.bounds[1]),
  };
  CHECK(minimize(&f, facts, 3));
  CHECK(term_eq(f.invariant[f.head.id], term_and_n(tt, facts, 2)));
  fixture_close(&f);
}

static void what_is_no_proof_is_not_touched(void **state) {
  fixture f;
  fixture_open(&f);
  CHECK(!minimize(&f, &f.bounds[0], 1));
  CHECK(term_eq(f.invariant[f.head.id], f.bounds[0]));
  fixture_close(&f);
}

static void nothing_is_left_behind(void **state) { CHECK(mem_live() == 0); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_equation_is_left),
      cmocka_unit_test(what_is_needed_stays),
      cmocka_unit_test(what_is_no_proof_is_not_touched),
      cmocka_unit_test(nothing_is_left_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
