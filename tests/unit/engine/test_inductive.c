// SPDX-License-Identifier: Apache-2.0
// Engines that prove by induction, on random programs against enumeration of
// their states: verdicts, and invariants that no reachable state violates.
#include <stdio.h>

#include "base/env.h"
#include "builder.h"
#include "domain/df.h"
#include "encode/slice.h"
#include "encode/summarize.h"
#include "engine/reach/dar.h"
#include "engine/reach/imc.h"
#include "engine/reach/ismc.h"
#include "engine/reach/pdr.h"
#include "engine/kinduction.h"

static const limits NO_LIMITS = {0};

// All sums of the answers to one engine.
typedef struct {
  uint32_t safe, proved, by_invariant, k_above_1, unsafe, found;
} tally;

static void check_reachable(const program *p, const explorer *x,
                            const result *r) {
  for (uint32_t i = 0; i < x->states.len; i++)
    for (uint32_t j = 0; j < r->proof.labels.len; j++) {
      proof_label l = r->proof.labels.data[j];
      if (l.location.id != x->states.data[i].at.id)
        continue;
      eval_forget(x->ev);
      set_values(p, x->ev, x->states.data[i].values);
      CHECK(eval_is_true(x->ev, l.invariant));
    }
}

static void check_result(const program *p, const explorer *x, const result *r,
                         tally *t) {
  bool is_unsafe = explorer_reaches(x, LOC_ERROR);
  bool is_safe = !is_unsafe && !explorer_reaches(x, LOC_BOUND);
  CHECK(r->verdict != VERDICT_TRUE || is_safe);
  CHECK(r->verdict != VERDICT_FALSE || is_unsafe);
  t->safe += is_safe;
  t->unsafe += is_unsafe;
  t->found += r->verdict == VERDICT_FALSE;
  if (r->verdict != VERDICT_TRUE)
    return;
  t->proved++;
  if (r->proof.kind != PROOF_INVARIANT)
    return;
  t->by_invariant++;
  t->k_above_1 += r->proof.k > 1;
  CHECK(r->sound && r->proof.k >= 1);
  check_reachable(p, x, r);
}

// --- a generator of invariants that lies -------------------------------------

typedef struct {
  dice dice;
  uint32_t lies;
  char name[64]; // of a variable of the program
} liar;

// Strengthens what is true by something that need not be, or claims that the
// location is never reached.
static term lie(void *data, terms *tt, loc at, term honest) {
  liar *l = data;
  term x = term_variable(tt, l->name, sort_bv(tt, RANDOM_WIDTH));
  term bound = term_bv(tt, RANDOM_WIDTH, roll(&l->dice, 1u << RANDOM_WIDTH));
  l->lies++;
  switch (roll(&l->dice, 4)) {
  case 0:
    return term_false(tt);
  case 1:
    return term_eq_make(tt, x, bound);
  case 2:
    return term_and(tt, honest, term_bvule(tt, x, bound));
  default:
    return term_not(tt, honest);
  }
}

// --- runs
// ----------------------------------------------------------------------

typedef struct {
  result *(*search)(const engine_task *);
  int strengthen; // the word's number
  bool guess, simple_paths;
  liar *liar; // NULL: data-flow analysis is honest
} setting;

static void run_one(const program *original, const program *p,
                    const explorer *x, const setting *how, tally *t) {
  options o;
  stats s = {0};
  struct df_forgery forgery = {lie, how->liar};
  term first = program_variable_term(original, (var){1});
  if (how->liar)
    snprintf(how->liar->name, sizeof how->liar->name, "%s",
             term_name(program_terms(original), first));
  options_init(&o);
  o.unwind = 12;
  o.strengthen = how->strengthen;
  o.guess = how->guess;
  o.simple_paths = how->simple_paths;
  o.df_wait_rounds = how->liar != NULL; // so that there is a lie in time
  env e = {.options = &o, .stats = &s, .forgery = how->liar ? &forgery : NULL};
  engine_task task = {original, p, &e, NULL};
  result *r = how->search(&task);
  check_result(original, x, r, t);
  result_free(r);
  options_free(&o);
}

static tally run_all(int count, uint64_t seed, const setting *how) {
  tally t = {0};
  dice d = {seed};
  for (int i = 0; i < count; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d), *sliced = slice(p);
    program *large = summarize(sliced, &NO_LIMITS);
    explorer x = explore(p);
    CHECK(!x.too_many_inputs);
    run_one(p, i % 2 ? sliced : large, &x, how, &t);
    explorer_clear(&x);
    program_free(large);
    program_free(sliced);
    program_free(p);
    terms_free(tt);
  }
  CHECK(mem_live() == 0);
  CHECK(t.found == t.unsafe);
  return t;
}

static void imc_decides_small_programs(void **state) {
  for (int strengthen = 0; strengthen < 4; strengthen++)
    for (int guess = 0; guess < 2; guess++) {
      setting how = {imc_run, strengthen, guess, false, NULL};
      tally t = run_all(500, 7, &how);
      CHECK(t.proved == t.safe); // few states: the bound need not grow far
      CHECK(t.by_invariant > 100);
    }
}

static void frames_are_right_on_small_programs(void **state) {
  result *(*searches[])(const engine_task *) = {ismc_run, dar_run, pdr_run};
  for (int i = 0; i < 3; i++)
    for (int strengthen = 0; strengthen < 4; strengthen++) {
      setting how = {searches[i], strengthen, strengthen == 2, false, NULL};
      tally t = run_all(500, 7, &how);
      CHECK(t.proved == t.safe);
      CHECK(t.by_invariant > 100);
    }
}

static void kinduction_is_right_on_small_programs(void **state) {
  setting plain = {kinduction_run, 0, false, false, NULL};
  setting guessing = {kinduction_run, 2, true, false, NULL};
  tally t = run_all(2000, 8, &plain), u = run_all(2000, 8, &guessing);
  CHECK(t.by_invariant > 500 && t.k_above_1 > 2);
  CHECK(t.proved <= u.proved && t.k_above_1 > u.k_above_1);
}

static void simple_paths_are_complete(void **state) {
  setting how = {kinduction_run, 0, false, true, NULL};
  tally t = run_all(2000, 8, &how);
  CHECK(t.proved == t.safe);
}

static void lies_do_not_lead_to_wrong_answers(void **state) {
  result *(*searches[])(const engine_task *) = {imc_run, ismc_run, dar_run,
                                                pdr_run, kinduction_run};
  for (int i = 0; i < 5; i++)
    for (int strengthen = 1; strengthen < 4; strengthen++) {
      liar l = {.dice = {(uint64_t)strengthen}};
      setting how = {searches[i], strengthen, false, false, &l};
      tally t = run_all(400, 11, &how);
      CHECK(l.lies > 400);
      CHECK(i == 4 || t.proved == t.safe);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lies_do_not_lead_to_wrong_answers),
      cmocka_unit_test(imc_decides_small_programs),
      cmocka_unit_test(frames_are_right_on_small_programs),
      cmocka_unit_test(kinduction_is_right_on_small_programs),
      cmocka_unit_test(simple_paths_are_complete),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
