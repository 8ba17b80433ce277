// SPDX-License-Identifier: Apache-2.0
// Every word of --engine is a row that can be run.
#include "driver/rows.h"

#include <string.h>

#include "builder.h"
#include "driver/features.h"
#include "driver/schedule.h"
#include "unit.h"

// n := 0; while (*) n := n + 1; no error.
static program *count(terms *tt) {
  program *p = program_new(tt);
  var n = build_var(p, "n", sort_bv(tt, 8));
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  build_loc(p, LOC_ERROR);
  term yes = term_true(tt), old = program_variable_term(p, n);
  build_set(p, entry, head, yes, n, term_bv(tt, 8, 0));
  build_set(p, head, head, yes, n, term_bvadd(tt, old, term_bv(tt, 8, 1)));
  return p;
}

static result *run_word(engine_word word) {
  terms *tt = terms_new();
  program *p = count(tt);
  options o;
  options_init(&o);
  stats s = {0};
  o.unwind = 3;
  env e = {.options = &o, .stats = &s, .limits = limits_within(NULL, 20)};
  engine_task task = {p, p, &e, NULL};
  result *r = row_run(row_of(word), &task, NULL);
  options_free(&o);
  program_free(p);
  terms_free(tt);
  return r;
}

static void each_word_has_a_row(void **state) {
#define CHECK_WORD(constant, word)                                             \
  CHECK(strcmp(row_of(constant)->name, word) == 0);                            \
  CHECK((row_of(constant)->engine == NULL) == (constant == ENGINE_AUTO));
  WORDS_engine(CHECK_WORD)
}

static void results_have_the_name_of_the_row(void **state) {
  static const engine_word WORDS[] = {ENGINE_KINDUCTION, ENGINE_CELLS,
                                      ENGINE_SUMS, ENGINE_BOXES};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
    result *r = run_word(WORDS[i]);
    CHECK(strcmp(r->engine, row_of(WORDS[i])->name) == 0);
    result_free(r);
  }
}

static void a_row_says_what_it_needs(void **state) {
  result *r = run_word(ENGINE_BOXES);
  CHECK(r->verdict == VERDICT_UNKNOWN && strstr(r->reason, "floats"));
  result_free(r);
  r = run_word(ENGINE_CELLS);
  CHECK(r->verdict == VERDICT_UNKNOWN && strstr(r->reason, "no array"));
  result_free(r);
  CHECK(mem_live() == 0);
}

static void features_are_those_of_the_program(void **state) {
  terms *tt = terms_new();
  program *p = count(tt);
  CHECK(features_of(p) == FEATURE_LOOPS);
  program_free(p);
  terms_free(tt);
}

static void branch(program *p, loc from, loc to, term guard, bool outcome) {
  edge_info info = {.kind = EDGE_BRANCH, .outcome = outcome};
  block b = {.guard = guard};
  program_add_edge(p, from, to, &b, &info);
}

// switch (mode) of 'modes' cases, one behind the other, and 'reads' of an
// array.
static uint32_t features_of_modes(uint32_t modes, uint32_t reads) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  sort word = sort_bv(tt, 8);
  var mode = build_var(p, "mode", word), x = build_var(p, "x", word);
  var a = build_var(p, "a", sort_array(tt, word, word));
  term is = program_variable_term(p, mode), array = program_variable_term(p, a);
  loc at = build_loc(p, LOC_ENTRY);
  for (uint32_t i = 0; i < modes; i++) {
    loc next = build_loc(p, LOC_PLAIN);
    term same = term_eq_make(tt, is, term_bv(tt, 8, i));
    branch(p, at, next, same, true);
    branch(p, at, next, term_not(tt, same), false);
    at = next;
  }
  for (uint32_t i = 0; i < reads; i++) {
    loc next = build_loc(p, LOC_PLAIN);
    term index = term_bvadd(tt, is, term_bv(tt, 8, i));
    build_set(p, at, next, term_true(tt), x, term_select(tt, array, index));
    at = next;
  }
  uint32_t set = features_of(p);
  program_free(p);
  terms_free(tt);
  return set;
}

static void modes_may_be_beside_a_few_arrays(void **state) {
  CHECK(features_of_modes(60, 0) == FEATURE_MODES);
  CHECK(features_of_modes(60, 5) == (FEATURE_MODES | FEATURE_ARRAYS));
  CHECK(features_of_modes(60, 20) == FEATURE_ARRAYS);
  CHECK(features_of_modes(10, 1) == FEATURE_ARRAYS);
}

// x := x * by
static uint32_t features_of_product(bool is_by_constant) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 8));
  term t = program_variable_term(p, x);
  term by = is_by_constant ? term_bv(tt, 8, 3) : t;
  build_set(p, build_loc(p, LOC_ENTRY), build_loc(p, LOC_PLAIN), term_true(tt),
            x, term_bvmul(tt, t, by));
  uint32_t set = features_of(p);
  program_free(p);
  terms_free(tt);
  return set;
}

static void products_are_those_of_two_words(void **state) {
  CHECK(features_of_product(false) == FEATURE_PRODUCTS);
  CHECK(features_of_product(true) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_word_has_a_row),
      cmocka_unit_test(results_have_the_name_of_the_row),
      cmocka_unit_test(a_row_says_what_it_needs),
      cmocka_unit_test(features_are_those_of_the_program),
      cmocka_unit_test(modes_may_be_beside_a_few_arrays),
      cmocka_unit_test(products_are_those_of_two_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
