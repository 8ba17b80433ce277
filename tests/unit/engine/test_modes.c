// SPDX-License-Identifier: Apache-2.0
// The two modes of unrolling reach the same locations after the same number of
// steps, and a model of the cut one gives the values of the written-out one.
#include "builder.h"
#include "encode/summarize.h"
#include "encode/unroll.h"
#include "smt/solver.h"

static const limits NO_LIMITS = {0};

enum { DEPTH = 5 };

typedef struct {
  const program *p;
  unroller *written, *cut;
  solver *of_written, *of_cut;
  uint32_t reached, missed; // answers seen
} pair;

// The written-out state of frame k under the cut one's model: initial values
// and inputs are carried over, and then both must say the same.
static void check_model(const pair *m, uint32_t k, loc at) {
  terms *tt = program_terms(m->p);
  arena *mem = arena_new();
  evaluator *ev = eval_new(tt);
  for (uint32_t i = 1; i <= program_variable_count(m->p); i++) {
    term t = program_variable_term(m->p, (var){i});
    eval_set(ev, t, solver_value(m->of_cut, t, mem));
  }
  for (uint32_t step = 0; step < k; step++)
    for (uint32_t i = 1; i <= program_location_count(m->p); i++) {
      term_vec inputs = location_inputs(m->p, (loc){i});
      for (uint32_t j = 0; j < inputs.len; j++) {
        term in_cut = unroll_input(m->cut, step, inputs.data[j]);
        term in_written = unroll_input(m->written, step, inputs.data[j]);
        if (!term_is_none(in_cut) && !term_is_none(in_written))
          eval_set(ev, in_written, solver_value(m->of_cut, in_cut, mem));
      }
      vec_free(&inputs);
    }
  CHECK(eval_is_true(ev, unroll_reached(m->written, k, at)));
  bool is_sink = loc_is_sink(program_location(m->p, at)->kind);
  for (uint32_t i = 1; !is_sink && i <= program_variable_count(m->p); i++)
    CHECK(value_equal(
        eval_term(ev, unroll_state(m->written, k, at, (var){i})),
        solver_value(m->of_cut, unroll_state(m->cut, k, at, (var){i}), mem)));
  eval_free(ev);
  arena_free(mem);
}

static void check_location(pair *m, uint32_t k, loc at) {
  term a = unroll_reached(m->written, k, at);
  term b = unroll_reached(m->cut, k, at);
  smt_status x = solver_check(m->of_written, &a, 1);
  smt_status y = solver_check(m->of_cut, &b, 1);
  CHECK(x == y && x != SMT_UNKNOWN);
  if (y == SMT_SAT)
    check_model(m, k, at);
  m->reached += x == SMT_SAT;
  m->missed += x == SMT_UNSAT;
}

static void check_program(const program *p, const env *e, pair *m) {
  terms *tt = program_terms(p);
  m->p = p;
  m->written = unroll_new(p, program_entry(p), UNROLL_SUBSTITUTE);
  m->cut = unroll_new(p, program_entry(p), UNROLL_CUT);
  m->of_written = solver_new(&solver_bits, e, tt);
  m->of_cut = solver_new(&solver_bits, e, tt);
  for (uint32_t k = 1; k <= DEPTH; k++) {
    CHECK(unroll_extend(m->written, &NO_LIMITS));
    CHECK(unroll_extend(m->cut, &NO_LIMITS));
    solver_assert(m->of_cut, unroll_transition(m->cut, k - 1));
    for (uint32_t i = 1; i <= program_location_count(p); i++)
      check_location(m, k, (loc){i});
  }
  solver_free(m->of_written);
  solver_free(m->of_cut);
  unroll_free(m->written);
  unroll_free(m->cut);
}

static void both_modes_reach_the_same(void **state) {
  dice d = {77};
  options o;
  options_init(&o);
  stats s = {0};
  env e = {.options = &o, .stats = &s};
  pair m = {0};
  for (int i = 0; i < 60; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d);
    program *large = summarize(p, &NO_LIMITS);
    check_program(p, &e, &m);
    check_program(large, &e, &m);
    program_free(large);
    program_free(p);
    terms_free(tt);
  }
  CHECK(m.reached > 500 && m.missed > 500);
  options_free(&o);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_modes_reach_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
