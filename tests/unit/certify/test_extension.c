// SPDX-License-Identifier: Apache-2.0
// An extension may record and choose; whatever else it does is refused.
#include "certify/extension.h"

#include "builder.h"

enum { WIDTH = 8 };

// entry -(input)-> middle -> error or end, and a copy of it to be spoilt.
typedef struct {
  terms *tt;
  program *p, *q;
  loc entry, middle, error, end;
  var x, choice, choice2, record;
  term input;
} sample;

// What is wrong with the copy.
typedef enum {
  FAIR,
  FAIR_RECORD,
  TWO_CHOICES,      // each with an equation of its own
  OTHER_GUARD,      // an edge to the end has a condition more
  OTHER_CONDITION,  // an error edge has one that is no equation
  OTHER_ASSIGNMENT, // x has another value
  OTHER_TARGET,     // an edge leads elsewhere
  NO_INPUT,         // an edge does not list its input
  TWO_EQUATIONS,    // with one choice
  ASSIGNED_CHOICE,  // then it is none
  CHOICE_IN_TERM,   // the equation's other side depends on the choice
  CHOICE_IN_OTHER,  // that of another choice does
  EQUAL_CHOICES,    // the other side is another choice
  CHOICE_IN_RECORD, // so does a record
  FEWER_EDGES,
  FAULTS
} fault;

static term variable(const sample *s, var v) {
  return program_variable_term(s->q, v);
}

// One more condition of the error edge.
static term second_condition(const sample *s, fault f) {
  term c = variable(s, s->choice), d = variable(s, s->choice2);
  term r = term_bvnot(s->tt, variable(s, s->record));
  switch (f) {
  case TWO_CHOICES:
    return term_eq_make(s->tt, r, d);
  case TWO_EQUATIONS:
    return term_eq_make(s->tt, r, c);
  case CHOICE_IN_OTHER:
    return term_eq_make(s->tt, term_bvadd(s->tt, r, c), d);
  case EQUAL_CHOICES:
    return term_eq_make(s->tt, c, d);
  default:
    return term_true(s->tt);
  }
}

static void make_original(sample *s) {
  *s = (sample){.tt = terms_new()};
  sort word = sort_bv(s->tt, WIDTH);
  s->p = program_new(s->tt);
  s->x = build_var(s->p, "x", word);
  s->input = build_input(s->p, "i", word);
  s->entry = build_loc(s->p, LOC_ENTRY);
  s->middle = build_loc(s->p, LOC_PLAIN);
  s->error = build_loc(s->p, LOC_ERROR);
  s->end = build_loc(s->p, LOC_END);
  term x = program_variable_term(s->p, s->x), three = term_bv(s->tt, WIDTH, 3);
  build_set(s->p, s->entry, s->middle, term_true(s->tt), s->x, s->input);
  build_skip(s->p, s->middle, s->error, term_bvult(s->tt, x, three));
  build_skip(s->p, s->middle, s->end, term_bvule(s->tt, three, x));
}

static void add_first_edge(sample *s, fault f) {
  term value_ = f == OTHER_ASSIGNMENT ? term_bv(s->tt, WIDTH, 9) : s->input;
  term recorded = f == CHOICE_IN_RECORD ? variable(s, s->choice) : s->input;
  assignment all[] = {{s->x, value_}, {s->record, recorded}};
  block b = {.guard = term_true(s->tt),
             .assignments = all,
             .assignment_count = f == FAIR ? 1 : 2,
             .inputs = &s->input,
             .input_count = f == NO_INPUT ? 0 : 1};
  assignment chosen[] = {{s->x, s->input}, {s->choice, s->input}};
  if (f == ASSIGNED_CHOICE)
    b.assignments = chosen;
  program_add_edge(s->q, s->entry, s->middle, &b, &(edge_info){0});
}

static void add_error_edge(sample *s, fault f) {
  term x = variable(s, s->x), c = variable(s, s->choice);
  term guard = term_bvult(s->tt, x, term_bv(s->tt, WIDTH, 3));
  term side = f == CHOICE_IN_TERM ? term_bvadd(s->tt, x, c) : x;
  term more = f == OTHER_CONDITION ? term_bvult(s->tt, x, c)
                                   : term_eq_make(s->tt, side, c);
  guard = term_and(s->tt, guard, more);
  guard = term_and(s->tt, guard, second_condition(s, f));
  build_skip(s->q, s->middle, f == OTHER_TARGET ? s->end : s->error, guard);
}

static void make_copy(sample *s, fault f) {
  sort word = sort_bv(s->tt, WIDTH);
  s->q = program_new_like(s->p);
  for (uint32_t i = 1; i <= program_location_count(s->p); i++)
    program_add_location(s->q, program_location(s->p, (loc){i}));
  program_set_entry(s->q, s->entry);
  s->choice = build_var(s->q, NULL, word);
  s->choice2 = build_var(s->q, NULL, word);
  s->record = build_var(s->q, NULL, word);
  add_first_edge(s, f);
  add_error_edge(s, f);
  term guard = term_bvule(s->tt, term_bv(s->tt, WIDTH, 3), variable(s, s->x));
  if (f == OTHER_GUARD)
    guard = term_and(
        s->tt, guard,
        term_eq_make(s->tt, variable(s, s->x), variable(s, s->choice)));
  if (f != FEWER_EDGES)
    build_skip(s->q, s->middle, s->end, guard);
}

static void test_faults(void **state) {
  for (fault f = FAIR; f < FAULTS; f++) {
    sample s;
    make_original(&s);
    make_copy(&s, f);
    CHECK(extension_is_fair(s.p, s.q) == (f <= TWO_CHOICES));
    program_free(s.p);
    program_free(s.q);
    terms_free(s.tt);
    CHECK(mem_live() == 0);
  }
}

static void test_itself(void **state) {
  sample s;
  make_original(&s);
  CHECK(extension_is_fair(s.p, s.p));
  program_free(s.p);
  terms_free(s.tt);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_faults),
                                     cmocka_unit_test(test_itself)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
