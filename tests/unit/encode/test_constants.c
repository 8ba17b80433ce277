// SPDX-License-Identifier: Apache-2.0
// A program with constants in place has the executions of the program, and the
// facts that these stand for are inductive.
#include "encode/constants.h"

#include "builder.h"

static const limits NO_LIMITS = {0};

static void check_same_states(const explorer *some, const explorer *all) {
  for (uint32_t i = 0; i < some->states.len; i++) {
    concrete c = some->states.data[i];
    CHECK(explorer_has(all, c.at, c.values));
  }
}

static bool holds(const program *p, evaluator *ev, term fact, uint32_t values) {
  eval_forget(ev);
  set_values(p, ev, values);
  return eval_is_true(ev, fact);
}

// One step from any state in which the facts hold, by the edges of 'made'.
static uint32_t check_step(const constants *c, const program *p, evaluator *ev,
                           loc at, uint32_t values) {
  const edge_vec *out = program_out_edges(p, at);
  uint32_t different = 0;
  for (uint32_t i = 0; i < out->len; i++) {
    const block *b = program_edge_block(p, out->data[i]);
    const block *now = program_edge_block(constants_program(c), out->data[i]);
    CHECK(b->input_count == now->input_count);
    different += !term_eq(b->guard, now->guard);
    CHECK(eval_is_true(ev, b->guard) == eval_is_true(ev, now->guard));
    if (!eval_is_true(ev, b->guard))
      continue;
    uint32_t after = values_after(p, ev, b);
    CHECK(after == values_after(p, ev, now));
    loc to = program_edge_to(p, out->data[i]);
    evaluator *then = eval_new(program_terms(p));
    CHECK(loc_is_sink(program_kind(p, to)) ||
          holds(p, then, constants_fact(c, to), after));
    eval_free(then);
  }
  return different;
}

// With these inputs, from all states.
static uint32_t check_location(const constants *c, const program *p, loc at) {
  evaluator *ev = eval_new(program_terms(p));
  term_vec inputs = location_inputs(p, at);
  uint32_t bits = RANDOM_WIDTH * program_variable_count(p), different = 0;
  for (uint32_t k = 0; k < 1u << (bits + inputs.len); k++) {
    if (!holds(p, ev, constants_fact(c, at), k & ((1u << bits) - 1)))
      continue;
    for (uint32_t i = 0; i < inputs.len; i++)
      eval_set(ev, inputs.data[i], value_bv(1, k >> (bits + i) & 1));
    different += check_step(c, p, ev, at, k & ((1u << bits) - 1));
  }
  vec_free(&inputs);
  eval_free(ev);
  return different;
}

static void random_programs_keep_their_executions(void **state) {
  dice d = {5};
  uint32_t different = 0;
  for (int i = 0; i < 1500; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d);
    constants *c = constants_find(p, p, &NO_LIMITS);
    explorer all = explore(p), now = explore(constants_program(c));
    check_same_states(&all, &now);
    check_same_states(&now, &all);
    for (uint32_t l = 1; l <= program_location_count(p); l++)
      different += check_location(c, p, (loc){l});
    explorer_clear(&all);
    explorer_clear(&now);
    constants_free(c);
    program_free(p);
    terms_free(tt);
  }
  CHECK(different > 500);
  CHECK(mem_live() == 0);
}

// A loop moves a pointer in its object: which one that is remains known, and
// that another one is asked for is impossible.
static void of_pointers_the_object_remains_known(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var x = build_var(p, "p", sort_bv(tt, 64));
  term tx = program_variable_term(p, x), yes = term_true(tt);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  loc error = build_loc(p, LOC_ERROR);
  term id = term_extract(tt, tx, 63, 40), low = term_extract(tt, tx, 39, 0);
  term mine = term_bv(tt, 24, 0x400002);
  build_set(p, entry, head, yes, x, term_concat(tt, mine, term_bv(tt, 40, 0)));
  term is_mine = term_eq_make(tt, id, mine);
  term next = term_bvadd(tt, low, term_bv(tt, 40, 4));
  build_set(p, head, head, is_mine, x, term_concat(tt, id, next));
  build_skip(p, head, error, term_not(tt, is_mine));
  constants *c = constants_find(p, p, &NO_LIMITS);
  const program *made = constants_program(c);
  CHECK(term_is_true(tt, program_edge_block(made, (edge){2})->guard));
  CHECK(term_is_false(tt, program_edge_block(made, (edge){3})->guard));
  CHECK(term_eq(constants_fact(c, head), is_mine));
  CHECK(term_is_true(tt, constants_fact(c, entry)));
  constants_free(c);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

// What a guard says holds behind it; a location that no execution gets to has
// 'false'.
static void guards_teach(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 8));
  term tx = program_variable_term(p, x), five = term_bv(tt, 8, 5);
  loc entry = build_loc(p, LOC_ENTRY), then = build_loc(p, LOC_PLAIN);
  loc never = build_loc(p, LOC_PLAIN), error = build_loc(p, LOC_ERROR);
  term is_five = term_eq_make(tt, tx, five);
  build_skip(p, entry, then, is_five);
  build_skip(p, then, never, term_not(tt, is_five));
  edge wrong = build_skip(p, never, error, term_true(tt));
  memory_fault fault = {.kind = FAULT_NULL, .when = is_five};
  program_add_fault(p, wrong, &fault);
  constants *c = constants_find(p, p, &NO_LIMITS);
  CHECK(term_eq(constants_fact(c, then), is_five));
  CHECK(term_is_false(tt, constants_fact(c, never)));
  CHECK(term_is_true(tt, constants_fact(c, entry)));
  constants_free(c);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_programs_keep_their_executions),
      cmocka_unit_test(of_pointers_the_object_remains_known),
      cmocka_unit_test(guards_teach),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
