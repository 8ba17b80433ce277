// SPDX-License-Identifier: Apache-2.0
// Unrollings say of every concrete run where it is and what it holds.
#include "encode/unroll.h"

#include "builder.h"
#include "encode/summarize.h"

static const limits NO_LIMITS = {0};

enum { DEPTH = 7, MAX_INPUTS = 32 };

// A run under random inputs: the location and the values after each step.
typedef struct {
  const program *p;
  dice *d;
  uint32_t initial, length; // length: number of steps that were made
  loc at[DEPTH + 1];
  uint32_t values[DEPTH + 1];
  hmap inputs; // (step, input) -> bit + 1
} walk;

static value initial(void *data, var v) {
  walk *w = data;
  uint32_t bits = w->initial >> (RANDOM_WIDTH * (v.id - 1));
  return value_bv(RANDOM_WIDTH, bits & ((1u << RANDOM_WIDTH) - 1));
}

static value any_input(void *data, loc at, term input) {
  walk *w = data;
  uint32_t bit = roll(w->d, 2);
  hmap_put(&w->inputs, hmap_pair(w->length, input.id), bit + 1);
  return value_bv(1, bit);
}

static bool note_step(void *data, edge e, evaluator *ev) {
  walk *w = data;
  block none = {0};
  w->length++;
  w->at[w->length] = program_edge_to(w->p, e);
  w->values[w->length] = values_after(w->p, ev, &none);
  return true;
}

static walk random_walk(const program *p, dice *d) {
  walk w = {.p = p, .d = d};
  uint32_t bits = RANDOM_WIDTH * program_variable_count(p);
  w.initial = w.values[0] = roll(d, 1u << bits);
  w.at[0] = program_entry(p);
  run_hooks hooks = {
      .initial = initial, .input = any_input, .step = note_step, .data = &w};
  program_run(p, &hooks, DEPTH, &NO_LIMITS);
  return w;
}

// Makes the evaluator agree with the walk about inputs.
static void set_inputs(const walk *w, const unroller *u, evaluator *ev) {
  uint32_t cursor = 0;
  uint64_t key, bit;
  while (hmap_next(&w->inputs, &cursor, &key, &bit)) {
    term input = {(uint32_t)key};
    term there = unroll_input(u, (uint32_t)(key >> 32), input);
    if (!term_is_none(there))
      eval_set(ev, there, value_bv(1, bit - 1));
  }
}

static bool is_at(const walk *w, uint32_t k, loc l) {
  return k <= w->length && w->at[k].id == l.id;
}

static void check_state(const walk *w, unroller *u, evaluator *ev, uint32_t k) {
  for (uint32_t i = 1; i <= program_variable_count(w->p); i++) {
    term t = unroll_state(u, k, w->at[k], (var){i});
    uint32_t bits = w->values[k] >> (RANDOM_WIDTH * (i - 1));
    CHECK(value_get_u64(eval_term(ev, t)) ==
          (bits & ((1u << RANDOM_WIDTH) - 1)));
  }
}

static void check_frames(const walk *w, unroller *u, evaluator *ev) {
  for (uint32_t k = 0; k <= DEPTH; k++) {
    bool alive = false;
    for (uint32_t i = 1; i <= program_location_count(w->p); i++) {
      loc l = {i};
      CHECK(eval_is_true(ev, unroll_reached(u, k, l)) == is_at(w, k, l));
      bool is_sink = loc_is_sink(program_location(w->p, l)->kind);
      alive = alive || (is_at(w, k, l) && !is_sink);
      if (is_at(w, k, l) && !is_sink)
        check_state(w, u, ev, k);
    }
    CHECK(eval_is_true(ev, unroll_alive(u, k)) == alive);
  }
}

static void check_substituted(const program *p, dice *d) {
  unroller *u = unroll_new(p, program_entry(p), UNROLL_SUBSTITUTE);
  for (uint32_t k = 0; k < DEPTH; k++)
    CHECK(unroll_extend(u, &NO_LIMITS));
  CHECK(unroll_depth(u) == DEPTH);
  CHECK(term_is_true(program_terms(p), unroll_transition(u, 0)));
  for (int i = 0; i < 20; i++) {
    walk w = random_walk(p, d);
    evaluator *ev = eval_new(program_terms(p));
    set_values(p, ev, w.initial);
    set_inputs(&w, u, ev);
    check_frames(&w, u, ev);
    eval_free(ev);
    hmap_free(&w.inputs);
  }
  unroll_free(u);
}

// Gives frame variables the values of the walk.
static void set_frames(const walk *w, unroller *u, evaluator *ev) {
  for (uint32_t k = 1; k <= w->length; k++) {
    loc at = w->at[k];
    term reached = unroll_reached(u, k, at);
    if (term_get_kind(program_terms(w->p), reached) == TERM_VARIABLE)
      eval_set(ev, reached, value_bool(true));
    bool is_sink = loc_is_sink(program_location(w->p, at)->kind);
    for (uint32_t i = 1; !is_sink && i <= program_variable_count(w->p); i++) {
      uint32_t bits = w->values[k] >> (RANDOM_WIDTH * (i - 1));
      eval_set(ev, unroll_state(u, k, at, (var){i}),
               value_bv(RANDOM_WIDTH, bits & ((1u << RANDOM_WIDTH) - 1)));
    }
  }
}

static bool transitions_hold(const unroller *u, evaluator *ev) {
  for (uint32_t k = 0; k < DEPTH; k++)
    if (!eval_is_true(ev, unroll_transition(u, k)))
      return false;
  return true;
}

// Being anywhere else in the frame, with the same values, is against the
// constraints: either the way there or what it assigns does not fit.
static void check_no_other_place(const walk *w, unroller *u, evaluator *ev,
                                 uint32_t k) {
  const loc_vec *locations = unroll_locations(u, k);
  for (uint32_t i = 0; i < locations->len; i++) {
    loc l = locations->data[i];
    if (is_at(w, k, l))
      continue;
    eval_forget(ev);
    eval_set(ev, unroll_reached(u, k, l), value_bool(true));
    CHECK(!transitions_hold(u, ev));
    eval_forget(ev);
    eval_set(ev, unroll_reached(u, k, l), value_bool(false));
  }
}

static void check_cut(const program *p, dice *d) {
  unroller *u = unroll_new(p, program_entry(p), UNROLL_CUT);
  for (uint32_t k = 0; k < DEPTH; k++)
    CHECK(unroll_extend(u, &NO_LIMITS));
  for (int i = 0; i < 10; i++) {
    walk w = random_walk(p, d);
    evaluator *ev = eval_new(program_terms(p));
    set_values(p, ev, w.initial);
    set_inputs(&w, u, ev);
    set_frames(&w, u, ev);
    CHECK(transitions_hold(u, ev));
    check_frames(&w, u, ev);
    for (uint32_t k = 1; k <= DEPTH; k++)
      check_no_other_place(&w, u, ev, k);
    eval_free(ev);
    hmap_free(&w.inputs);
  }
  unroll_free(u);
}

static void random_runs_are_followed(void **state) {
  dice d = {23};
  for (int i = 0; i < 600; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d);
    program *summary = summarize(p, &NO_LIMITS);
    check_substituted(p, &d);
    check_substituted(summary, &d);
    check_cut(p, &d);
    check_cut(summary, &d);
    program_free(summary);
    program_free(p);
    terms_free(tt);
  }
  CHECK(mem_live() == 0);
}

// x := 0; while (x < 5) x++; end. Everything folds.
static void constants_fold_through(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 8));
  term tx = program_variable_term(p, x);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  loc end = build_loc(p, LOC_END);
  build_set(p, entry, head, term_true(tt), x, term_bv(tt, 8, 0));
  term more = term_bvult(tt, tx, term_bv(tt, 8, 5));
  build_set(p, head, head, more, x, term_bvadd(tt, tx, term_bv(tt, 8, 1)));
  build_skip(p, head, end, term_not(tt, more));
  unroller *u = unroll_new(p, entry, UNROLL_SUBSTITUTE);
  for (uint32_t k = 1; k <= 8; k++) {
    CHECK(unroll_extend(u, &NO_LIMITS));
    CHECK(term_is_true(tt, unroll_alive(u, k)) == (k <= 6));
    CHECK(term_is_false(tt, unroll_alive(u, k)) == (k > 6));
    CHECK(term_is_true(tt, unroll_reached(u, k, end)) == (k == 7));
  }
  unroll_free(u);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

// The same input in two steps is two values.
static void inputs_are_fresh_in_each_step(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  term in = build_input(p, "in", sort_bool(tt));
  build_skip(p, entry, head, term_true(tt));
  build_skip(p, head, head, in);
  unroller *u = unroll_new(p, entry, UNROLL_SUBSTITUTE);
  for (uint32_t k = 0; k < 3; k++)
    CHECK(unroll_extend(u, &NO_LIMITS));
  CHECK(term_is_none(unroll_input(u, 0, in)));
  CHECK(!term_is_none(unroll_input(u, 1, in)));
  CHECK(!term_eq(unroll_input(u, 1, in), unroll_input(u, 2, in)));
  CHECK(!term_eq(unroll_input(u, 1, in), in));
  unroll_free(u);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

// A program with many variables of which a step changes one.
static void a_step_costs_what_it_changes(void **state) {
  enum { VARS = 5000, STEPS = 200 };
  terms *tt = terms_new();
  program *p = program_new(tt);
  sort word = sort_bv(tt, 32);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  VEC(assignment) start = {0};
  for (uint32_t i = 0; i < VARS; i++) {
    var v = build_var(p, "v", word);
    assignment a = {v, build_input(p, "in", word)};
    vec_push(&start, a);
  }
  term first = program_variable_term(p, (var){1});
  term second = program_variable_term(p, (var){2});
  build_edge(p, entry, head, term_true(tt), start.data, start.len);
  build_set(p, head, head, term_true(tt), (var){1},
            term_bvadd(tt, first, second));
  for (int mode = UNROLL_SUBSTITUTE; mode <= UNROLL_CUT; mode++) {
    unroller *u = unroll_new(p, entry, (unroll_mode)mode);
    CHECK(unroll_extend(u, &NO_LIMITS));
    uint32_t before = terms_count(tt);
    for (uint32_t k = 0; k < STEPS; k++)
      CHECK(unroll_extend(u, &NO_LIMITS));
    CHECK(terms_count(tt) - before < 10 * STEPS);
    unroll_free(u);
  }
  vec_free(&start);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void a_limit_adds_nothing(void **state) {
  terms *tt = terms_new();
  dice d = {2};
  program *p = random_program(tt, &d);
  unroller *u = unroll_new(p, program_entry(p), UNROLL_SUBSTITUTE);
  limits past = {.deadline = clock_now() - 1};
  CHECK(!unroll_extend(u, &past));
  CHECK(unroll_depth(u) == 0);
  CHECK(unroll_extend(u, &NO_LIMITS));
  CHECK(unroll_depth(u) == 1);
  unroll_free(u);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_runs_are_followed),
      cmocka_unit_test(constants_fold_through),
      cmocka_unit_test(inputs_are_fresh_in_each_step),
      cmocka_unit_test(a_step_costs_what_it_changes),
      cmocka_unit_test(a_limit_adds_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
