// SPDX-License-Identifier: Apache-2.0
// Predicate abstraction of random programs, against enumeration of their
// states: all blocks, abstractions and orders of search.
#include "engine/predabs.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "encode/slice.h"
#include "encode/summarize.h"
#include "engine/engines.h"
#include "program/loops.h"

enum { CARTESIAN, BOOLEAN };

static uint32_t seen_true, seen_false, seen_stopped, seen_stuck;

// Every reachable state satisfies the invariant of its location, and the
// labels cut every cycle.
static void check_proof(explorer *x, const proof *p) {
  CHECK(p->kind == PROOF_INVARIANT && p->k == 1);
  loops *l = loops_find(x->p);
  for (uint32_t i = 0; i < p->labels.len; i++)
    l->is_head[p->labels.data[i].location.id] = false;
  for (uint32_t i = 1; i <= program_location_count(x->p); i++)
    CHECK(!l->is_head[i]);
  loops_free(l);
  for (uint32_t i = 0; i < x->states.len; i++) {
    eval_forget(x->ev);
    set_values(x->p, x->ev, x->states.data[i].values);
    for (uint32_t k = 0; k < p->labels.len; k++)
      if (p->labels.data[k].location.id == x->states.data[i].at.id)
        CHECK(eval_is_true(x->ev, p->labels.data[k].invariant));
  }
}

static void check_result(explorer *x, const result *r, int abstraction) {
  if (r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_ENGINE) {
    CHECK(abstraction == CARTESIAN && strstr(r->reason, "no progress"));
    seen_stuck++;
  } else if (explorer_reaches(x, LOC_ERROR)) {
    CHECK(r->verdict == VERDICT_FALSE);
    check_trace(x->p, &r->trace);
    seen_false++;
  } else if (explorer_reaches(x, LOC_BOUND)) {
    CHECK(r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_BOUND);
    CHECK(strcmp(r->reason, "stop") == 0 && r->at.line != 0);
    seen_stopped++;
  } else {
    CHECK(r->verdict == VERDICT_TRUE);
    check_proof(x, &r->proof);
    seen_true++;
  }
}

static void check_program(explorer *x, const program *p) {
  for (int abstraction = CARTESIAN; abstraction <= BOOLEAN; abstraction++)
    for (int search = 0; search < 2; search++) {
      setting s;
      setting_init(&s);
      s.options.abstraction = abstraction;
      s.options.search = search;
      engine_task task = {x->p, p, &s.env};
      result *r = predabs_run(&task);
      check_result(x, r, abstraction);
      result_free(r);
      options_free(&s.options);
    }
}

static void check_all(int rounds, uint64_t seed) {
  dice d = {seed};
  seen_true = seen_false = seen_stopped = seen_stuck = 0;
  for (int i = 0; i < rounds; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d);
    program *sliced = slice(p);
    program *large = summarize(sliced, &NO_LIMITS);
    program *medium = summarize_within(p, 1 + roll(&d, 4), &NO_LIMITS);
    explorer x = explore(p);
    CHECK(!x.too_many_inputs);
    check_program(&x, sliced);
    check_program(&x, medium);
    check_program(&x, large);
    explorer_clear(&x);
    program_free(medium);
    program_free(large);
    program_free(sliced);
    program_free(p);
    terms_free(tt);
  }
  // The programs are worth testing only if every kind is among them.
  uint32_t few = (uint32_t)rounds / 20;
  CHECK(seen_true > few && seen_false > few);
  CHECK(seen_stopped > 0 && seen_stuck < few);
  CHECK(mem_live() == 0);
}

static void random_programs(void **state) { check_all(600, 1); }

// --- by hand -----------------------------------------------------------------

// x := 0; while (*) x := x + 2; then x == bad is the error. The proof needs to
// know that x is even.
static program *make_even(terms *tt, uint64_t bad) {
  program *p = program_new(tt);
  sort word = sort_bv(tt, 8);
  var x = build_var(p, "x", word);
  term xt = program_variable_term(p, x);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  loc error = build_loc(p, LOC_ERROR), end = build_loc(p, LOC_END);
  term more = build_input(p, "in", sort_bool(tt));
  term is_bad = term_eq_make(tt, xt, term_bv(tt, 8, bad));
  build_set(p, entry, head, term_true(tt), x, term_bv(tt, 8, 0));
  build_set(p, head, head, more, x, term_bvadd(tt, xt, term_bv(tt, 8, 2)));
  term done = term_not(tt, more);
  build_skip(p, head, error, term_and(tt, done, is_bad));
  build_skip(p, head, end, term_and(tt, done, term_not(tt, is_bad)));
  return p;
}

static void a_loop_needs_a_predicate(void **state) {
  for (uint64_t bad = 6; bad <= 7; bad++) {
    terms *tt = terms_new();
    program *p = make_even(tt, bad);
    setting s;
    setting_init(&s);
    engine_task task = {p, p, &s.env};
    result *r = predabs_run(&task);
    CHECK(r->verdict == (bad % 2 ? VERDICT_TRUE : VERDICT_FALSE));
    CHECK(s.stats.refinements > 0 && s.stats.predicates > 0);
    CHECK(s.stats.art_size > 0 && s.stats.abstractions > 0);
    if (r->verdict == VERDICT_TRUE) {
      CHECK(r->proof.labels.len == 1);
      CHECK(r->proof.labels.data[0].location.id == 2);
    } else
      check_trace(p, &r->trace);
    result_free(r);
    options_free(&s.options);
    program_free(p);
    terms_free(tt);
    CHECK(mem_live() == 0);
  }
}

// What one run found lets the next one do without refinement, also where the
// line of the loop changed.
static void a_precision_is_read_again(void **state) {
  char path[] = "precision-XXXXXX";
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  for (int round = 0; round < 2; round++) {
    terms *tt = terms_new();
    program *p = make_even(tt, 7); // other lines every time
    setting s;
    setting_init(&s);
    s.options.precision_out = path;
    s.options.precision_in = round > 0 ? path : NULL;
    s.options.art = path;
    engine_task task = {p, p, &s.env};
    result *r = predabs_run(&task);
    CHECK(r->verdict == VERDICT_TRUE);
    CHECK((s.stats.refinements == 0) == (round > 0));
    CHECK(strstr(r->art, "digraph art {") == r->art);
    CHECK(strstr(r->precision, "(declare-const |::x| (_ BitVec 8))"));
    FILE *out = fopen(path, "w");
    CHECK(out && fputs(r->precision, out) >= 0 && fclose(out) == 0);
    result_free(r);
    options_free(&s.options);
    program_free(p);
    terms_free(tt);
    CHECK(mem_live() == 0);
  }
  CHECK(unlink(path) == 0);
}

static void conditions_are_tracked_from_the_start(void **state) {
  terms *tt = terms_new();
  program *p = make_even(tt, 7);
  setting s;
  setting_init(&s);
  s.options.initial = 1;
  s.env.limits = limits_within(NULL, 0); // no search
  engine_task task = {p, p, &s.env};
  result_free(predabs_run(&task));
  CHECK(s.stats.predicates == 1); // x == 7
  options_free(&s.options);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void a_precision_that_is_none(void **state) {
  terms *tt = terms_new();
  program *p = make_even(tt, 7);
  setting s;
  setting_init(&s);
  s.options.precision_in = "/nonexistent";
  engine_task task = {p, p, &s.env};
  result *r = predabs_run(&task);
  CHECK(r->verdict == VERDICT_UNKNOWN && strstr(r->reason, "/nonexistent"));
  result_free(r);
  options_free(&s.options);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void limits_stop_the_search(void **state) {
  terms *tt = terms_new();
  program *p = make_even(tt, 7);
  setting s;
  setting_init(&s);
  s.env.limits = limits_within(NULL, 0);
  engine_task task = {p, p, &s.env};
  result *r = predabs_run(&task);
  CHECK(r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_TIME);
  result_free(r);
  options_free(&s.options);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_programs),
      cmocka_unit_test(a_loop_needs_a_predicate),
      cmocka_unit_test(a_precision_is_read_again),
      cmocka_unit_test(a_precision_that_is_none),
      cmocka_unit_test(conditions_are_tracked_from_the_start),
      cmocka_unit_test(limits_stop_the_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
