// SPDX-License-Identifier: Apache-2.0
// Predicate abstraction of random programs, against enumeration of their
// states: all blocks, abstractions and orders of search.
#include "engine/predicate/predabs.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/trials.h"

static void configure(options *o, int variant) {
  o->abstraction = variant / 2;
  o->search = variant % 2;
}

static void random_programs(void **state) {
  // Cartesian abstraction comes first.
  trial t = {predabs_run, configure, 4, 2, "no progress"};
  trial_run(&t, 600, 1);
}

// --- by hand -----------------------------------------------------------------

static void a_loop_needs_a_predicate(void **state) {
  for (uint64_t bad = 6; bad <= 7; bad++) {
    terms *tt = terms_new();
    program *p = trial_even(tt, bad);
    setting s;
    setting_init(&s);
    engine_task task = {p, p, &s.env, NULL};
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
    program *p = trial_even(tt, 7); // other lines every time
    setting s;
    setting_init(&s);
    s.options.precision_out = path;
    s.options.precision_in = round > 0 ? path : NULL;
    s.options.art = path;
    engine_task task = {p, p, &s.env, NULL};
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
  program *p = trial_even(tt, 7);
  setting s;
  setting_init(&s);
  s.options.initial = 1;
  s.env.limits = limits_within(NULL, 0); // no search
  engine_task task = {p, p, &s.env, NULL};
  result_free(predabs_run(&task));
  CHECK(s.stats.predicates == 1); // x == 7
  options_free(&s.options);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void a_precision_that_is_none(void **state) {
  terms *tt = terms_new();
  program *p = trial_even(tt, 7);
  setting s;
  setting_init(&s);
  s.options.precision_in = "/nonexistent";
  engine_task task = {p, p, &s.env, NULL};
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
  program *p = trial_even(tt, 7);
  setting s;
  setting_init(&s);
  s.env.limits = limits_within(NULL, 0);
  engine_task task = {p, p, &s.env, NULL};
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
