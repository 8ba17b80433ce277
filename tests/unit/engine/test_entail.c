// SPDX-License-Identifier: Apache-2.0
// Questions about labels.
#include "engine/path/entail.h"

#include <stdio.h>

#include "engine/engines.h"

static term variable(terms *tt, uint32_t i) {
  char name[16];
  snprintf(name, sizeof name, "b%u", i);
  return term_variable(tt, name, sort_bool(tt));
}

// A conjunction of conjunctions, each of which occurs twice: as a tree it has
// 2^100 leaves. The table does not simplify, so that conjunctions nest.
static void shared_conjunctions_are_opened_once(void **state) {
  terms *tt = terms_new();
  terms_set_simplify(tt, false);
  term t = variable(tt, 0);
  for (uint32_t i = 1; i <= 100; i++) {
    term left = term_and(tt, t, variable(tt, i));
    term right = term_and(tt, variable(tt, 100 + i), t);
    t = term_and(tt, left, right);
  }
  term_vec parts = {0};
  term_conjuncts(tt, t, &parts);
  CHECK(parts.len >= 201 && parts.len < 1000);
  term_set seen = {0};
  for (uint32_t i = 0; i < parts.len; i++) {
    CHECK(term_get_kind(tt, parts.data[i]) == TERM_VARIABLE);
    term_set_add(&seen, parts.data[i]);
  }
  for (uint32_t i = 0; i <= 200; i++)
    CHECK(term_set_has(&seen, variable(tt, i)));
  term_set_free(&seen);
  vec_free(&parts);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void implications(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  term a = variable(tt, 1), b = variable(tt, 2);
  setting s;
  setting_init(&s);
  engine_task task = {p, p, &s.env, NULL};
  entailer *o = entail_new(&task);
  CHECK(entail_implies(o, term_and(tt, a, b), a));
  CHECK(s.stats.prover_calls == 0); // seen without a solver
  CHECK(entail_implies(o, a, term_or(tt, a, b)));
  CHECK(!entail_implies(o, a, b) && !entail_implies(o, a, b));
  CHECK(s.stats.prover_calls <= 2); // answers are remembered
  term both[] = {a, term_not(tt, a)};
  CHECK(entail_contradict(o, both, 2) && !entail_contradict(o, both, 1));
  entail_free(o);
  options_free(&s.options);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shared_conjunctions_are_opened_once),
      cmocka_unit_test(implications),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
