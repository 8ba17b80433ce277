// SPDX-License-Identifier: Apache-2.0
#include "program/run.h"

#include "base/limits.h"
#include "builder.h"

static const limits NO_LIMITS = {0};

typedef struct {
  const program *p;
  VEC(uint32_t) asked;  // inputs, by term id
  VEC(uint32_t) edges;  // that ran
  const uint64_t *feed; // values of the inputs
  uint32_t next;
  uint64_t stop_after;
  uint64_t last_x;
} log;

static value feed(void *data, loc at, term input) {
  log *l = data;
  vec_push(&l->asked, input.id);
  if (l->feed == NULL)
    return (value){.kind = VALUE_NONE};
  sort s = term_sort(program_terms(l->p), input);
  uint32_t width = sort_width(program_terms(l->p), s);
  return value_bv(width, l->feed[l->next++]);
}

static bool observe(void *data, edge e, evaluator *ev) {
  log *l = data;
  vec_push(&l->edges, e.id);
  l->last_x =
      value_get_u64(eval_term(ev, program_variable_term(l->p, (var){1})));
  return l->edges.len != l->stop_after;
}

static run_outcome run_logged(log *l, uint64_t budget) {
  run_hooks hooks = {.input = feed, .step = observe, .data = l};
  return program_run(l->p, &hooks, budget, &NO_LIMITS);
}

static void log_clear(log *l) {
  vec_free(&l->asked);
  vec_free(&l->edges);
}

static void assignments_are_simultaneous(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 8));
  var y = build_var(p, "y", sort_bv(tt, 8));
  term tx = program_variable_term(p, x), ty = program_variable_term(p, y);
  loc entry = build_loc(p, LOC_ENTRY), a = build_loc(p, LOC_PLAIN);
  loc end = build_loc(p, LOC_END), error = build_loc(p, LOC_ERROR);
  assignment start[] = {{x, term_bv(tt, 8, 1)}, {y, term_bv(tt, 8, 2)}};
  assignment swap[] = {{x, ty}, {y, tx}};
  build_edge(p, entry, a, term_true(tt), start, 2);
  term swapped = term_eq_make(tt, tx, term_bv(tt, 8, 2));
  build_edge(p, a, end, term_not(tt, swapped), swap, 2);
  build_edge(p, a, error, swapped, NULL, 0);
  log l = {.p = p};
  run_outcome o = run_logged(&l, 100);
  CHECK(o.end == RUN_SINK && o.at.id == end.id && o.steps == 2);
  CHECK(l.last_x == 2);
  log_clear(&l);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

// entry -> a; a: x := in (twice the same input in two edges, and another).
static program *input_program(terms *tt, term *i, term *j) {
  program *p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 8));
  term tx = program_variable_term(p, x);
  loc entry = build_loc(p, LOC_ENTRY), a = build_loc(p, LOC_PLAIN);
  loc end = build_loc(p, LOC_END);
  *i = build_input(p, "i", sort_bv(tt, 8));
  *j = build_input(p, "j", sort_bv(tt, 8));
  build_set(p, entry, a, term_true(tt), x, term_bv(tt, 8, 0));
  term stop = term_eq_make(tt, *i, term_bv(tt, 8, 9));
  build_set(p, a, a, term_not(tt, stop), x,
            term_bvadd(tt, tx, term_bvadd(tt, *i, *j)));
  build_skip(p, a, end, stop);
  return p;
}

static void each_visit_asks_each_input_once(void **state) {
  terms *tt = terms_new();
  term i, j;
  program *p = input_program(tt, &i, &j);
  // The order of the edge's list is not known; feed both alike.
  const uint64_t values[] = {1, 1, 2, 2, 9, 9};
  log l = {.p = p, .feed = values};
  run_outcome o = run_logged(&l, 100);
  CHECK(o.end == RUN_SINK && o.steps == 4);
  CHECK(l.asked.len == 6 && l.last_x == 6);
  CHECK(l.asked.data[0] != l.asked.data[1]);
  log_clear(&l);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void runs_stop_when_told(void **state) {
  terms *tt = terms_new();
  term i, j;
  program *p = input_program(tt, &i, &j);
  log l = {.p = p}; // all inputs default: loops for ever
  run_outcome o = run_logged(&l, 1000);
  CHECK(o.end == RUN_STOPPED && o.steps == 1000);
  log_clear(&l);
  l = (log){.p = p, .stop_after = 17};
  o = run_logged(&l, 1000);
  CHECK(o.end == RUN_STOPPED && o.steps == 17);
  log_clear(&l);
  run_hooks hooks = {0};
  limits past = {.deadline = clock_now() - 1};
  o = program_run(p, &hooks, UINT64_MAX, &past);
  CHECK(o.end == RUN_STOPPED && o.steps == 0);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void a_run_without_a_way_is_stuck(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 8));
  loc entry = build_loc(p, LOC_ENTRY), end = build_loc(p, LOC_END);
  term one = term_bv(tt, 8, 1);
  build_skip(p, entry, end, term_eq_make(tt, program_variable_term(p, x), one));
  log l = {.p = p};
  run_outcome o = run_logged(&l, 10);
  CHECK(o.end == RUN_STUCK && o.at.id == entry.id && o.steps == 0);
  log_clear(&l);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

// Wide bit-vectors and arrays do not fit into a value: they have to survive
// from evaluation to assignment.
static void large_values_survive(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  sort wide = sort_bv(tt, 200), word = sort_bv(tt, 8);
  var x = build_var(p, "x", word);
  var w = build_var(p, "w", wide);
  var a = build_var(p, "a", sort_array(tt, word, word));
  term tx = program_variable_term(p, x), tw = program_variable_term(p, w);
  term ta = program_variable_term(p, a);
  loc entry = build_loc(p, LOC_ENTRY), loop = build_loc(p, LOC_PLAIN);
  loc end = build_loc(p, LOC_END);
  assignment start[] = {
      {x, term_bv(tt, 8, 0)},
      {w, term_bvnot(tt, term_bv(tt, 200, 0))},
      {a, term_const_array(tt, sort_array(tt, word, word), term_bv(tt, 8, 7))}};
  build_edge(p, entry, loop, term_true(tt), start, 3);
  term more = term_bvult(tt, tx, term_bv(tt, 8, 100));
  assignment body[] = {
      {x, term_bvadd(tt, tx, term_bv(tt, 8, 1))},
      {w, term_bvadd(tt, tw, term_bvnot(tt, term_bv(tt, 200, 0)))},
      {a, term_store(tt, ta, tx, tx)}};
  build_edge(p, loop, loop, more, body, 3);
  // 101 times minus one; a[i] = i below 100, else 7
  term right = term_and(
      tt, term_eq_make(tt, tw, term_bvneg(tt, term_bv(tt, 200, 101))),
      term_eq_make(tt,
                   term_bvadd(tt, term_select(tt, ta, term_bv(tt, 8, 42)),
                              term_select(tt, ta, term_bv(tt, 8, 200))),
                   term_bv(tt, 8, 49)));
  build_skip(p, loop, end, term_and(tt, term_not(tt, more), right));
  log l = {.p = p};
  run_outcome o = run_logged(&l, 1000);
  CHECK(o.end == RUN_SINK && o.at.id == end.id && o.steps == 102);
  log_clear(&l);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

// x counts to 'rounds'; the entry's edge is no choice.
static void count_choices(uint64_t blind, uint64_t rounds, coverage *c,
                          uint8_t counts[4]) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 32));
  term tx = program_variable_term(p, x);
  loc entry = build_loc(p, LOC_ENTRY), loop = build_loc(p, LOC_PLAIN);
  loc end = build_loc(p, LOC_END);
  build_set(p, entry, loop, term_true(tt), x, term_bv(tt, 32, 0));
  term more = term_bvult(tt, tx, term_bv(tt, 32, rounds));
  build_set(p, loop, loop, more, x, term_bvadd(tt, tx, term_bv(tt, 32, 1)));
  build_skip(p, loop, end, term_not(tt, more));
  if (c->counts == NULL)
    coverage_init(c, p);
  coverage_start_run(c);
  run_hooks hooks = {.blind = blind, .counted = c};
  run_outcome o = program_run(p, &hooks, UINT64_MAX, &NO_LIMITS);
  CHECK(o.end == RUN_SINK && o.at.id == end.id);
  for (uint32_t i = 1; i < 4; i++)
    counts[i] = c->counts[i];
  program_free(p);
  terms_free(tt);
}

static void choices_are_counted(void **state) {
  uint64_t kinds[] = {0, RUN_BLIND};
  for (uint32_t k = 0; k < 2; k++) {
    coverage c = {0};
    uint8_t counts[4];
    count_choices(kinds[k], 5, &c, counts);
    CHECK(counts[1] == 0 && counts[2] == 5 && counts[3] == 1 && c.is_new);
    count_choices(kinds[k], 7, &c, counts);
    CHECK(counts[2] == 7 && !c.is_new); // four to seven are the same
    count_choices(kinds[k], 8, &c, counts);
    CHECK(counts[2] == 8 && c.is_new);
    count_choices(kinds[k], 3, &c, counts);
    CHECK(counts[2] == 3 && !c.is_new); // on the way to 5 it was passed
    count_choices(kinds[k], 1000, &c, counts);
    CHECK(counts[2] == 255 && counts[3] == 1 && c.is_new);
    coverage_clear(&c);
  }
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(assignments_are_simultaneous),
      cmocka_unit_test(each_visit_asks_each_input_once),
      cmocka_unit_test(runs_stop_when_told),
      cmocka_unit_test(a_run_without_a_way_is_stuck),
      cmocka_unit_test(large_values_survive),
      cmocka_unit_test(choices_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
