// SPDX-License-Identifier: Apache-2.0
// Clauses against truth tables: under every assignment of the inputs, a literal
// can be assumed exactly if the function is true there.
#include "sat/cnf.h"

#include "base/mem.h"
#include "sat/cadical.h"
#include "unit.h"

enum { INPUTS = 4, ROUNDS = 60, GATES = 40 };

typedef struct {
  aig *g;
  cnf *c;
  cadical *s;
  uint64_t random;
  uint64_t clauses;
  aig_lit in[INPUTS];
} fixture;

static uint32_t random_below(fixture *f, uint32_t n) {
  f->random = f->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(f->random >> 33) % n;
}

static void take_clause(void *data, const int *clause, uint32_t n) {
  fixture *f = data;
  f->clauses++;
  cadical_add(f->s, clause, n);
}

static void set_up(fixture *f, uint64_t seed) {
  *f = (fixture){.g = aig_new(), .s = cadical_new(0, false), .random = seed};
  f->c = cnf_new(f->g, take_clause, f);
  for (int i = 0; i < INPUTS; i++)
    f->in[i] = aig_input(f->g);
}

static void tear_down(fixture *f) {
  cnf_free(f->c);
  aig_free(f->g);
  cadical_free(f->s);
  assert_int_equal(mem_live(), 0);
}

static bool evaluate(const fixture *f, aig_lit a, uint32_t inputs) {
  bool values[4096];
  values[0] = false;
  CHECK(aig_count(f->g) <= 4096);
  for (uint32_t n = 1; n <= aig_node_of(a); n++)
    if (aig_is_input(f->g, n)) {
      values[n] = (inputs >> aig_input_index(f->g, n)) & 1u;
    } else {
      aig_lit l = aig_left(f->g, n), r = aig_right(f->g, n);
      values[n] = (values[aig_node_of(l)] != aig_sign(l)) &&
                  (values[aig_node_of(r)] != aig_sign(r));
    }
  return values[aig_node_of(a)] != aig_sign(a);
}

static void assume_inputs(fixture *f, uint32_t inputs) {
  for (int i = 0; i < INPUTS; i++) {
    int lit = cnf_literal(f->c, f->in[i]);
    cadical_assume(f->s, (inputs >> i) & 1u ? lit : -lit);
  }
}

static void grow(fixture *f) {
  for (int i = 0; i < GATES; i++) {
    aig_lit a = random_below(f, 2 * aig_count(f->g));
    aig_lit b = random_below(f, 2 * aig_count(f->g));
    aig_lit c = random_below(f, 2 * aig_count(f->g));
    switch (random_below(f, 4)) {
    case 0:
      aig_and(f->g, a, b);
      break;
    case 1:
      aig_xor(f->g, a, b);
      break;
    case 2:
      aig_mux(f->g, a, b, c);
      break;
    default:
      aig_carry(f->g, a, b, c);
    }
  }
}

// The graph grows between the questions, and nodes are asked for in both
// polarities, so everything is encoded in pieces.
static void test_literals(void **state) {
  fixture f;
  set_up(&f, 7);
  for (int round = 0; round < ROUNDS; round++) {
    if (round % 10 == 0)
      grow(&f);
    aig_lit a = random_below(&f, 2 * aig_count(f.g));
    for (uint32_t inputs = 0; inputs < 1u << INPUTS; inputs++) {
      int lit = cnf_literal(f.c, a);
      assume_inputs(&f, inputs);
      cadical_assume(f.s, lit);
      cadical_status expect =
          evaluate(&f, a, inputs) ? CADICAL_SAT : CADICAL_UNSAT;
      CHECK(cadical_solve(f.s) == expect);
    }
  }
  tear_down(&f);
}

static void test_guarded_assertions(void **state) {
  fixture f;
  set_up(&f, 8);
  for (int round = 0; round < ROUNDS; round++) {
    if (round % 10 == 0)
      grow(&f);
    aig_lit a = random_below(&f, 2 * aig_count(f.g));
    aig_lit b = random_below(&f, 2 * aig_count(f.g));
    int guard = cnf_variable(f.c);
    cnf_assert(f.c, a, guard);
    cnf_assert(f.c, b, guard);
    for (uint32_t inputs = 0; inputs < 1u << INPUTS; inputs++) {
      assume_inputs(&f, inputs);
      cadical_assume(f.s, guard);
      bool both = evaluate(&f, a, inputs) && evaluate(&f, b, inputs);
      CHECK(cadical_solve(f.s) == (both ? CADICAL_SAT : CADICAL_UNSAT));
      assume_inputs(&f, inputs); // without the guard nothing is demanded
      CHECK(cadical_solve(f.s) == CADICAL_SAT);
    }
  }
  tear_down(&f);
}

// Inputs of a model satisfy what was asserted for good.
static void test_assertions_and_models(void **state) {
  for (uint64_t seed = 0; seed < 200; seed++) {
    fixture f;
    set_up(&f, seed);
    grow(&f);
    aig_lit a = random_below(&f, 2 * aig_count(f.g));
    aig_lit b = random_below(&f, 2 * aig_count(f.g));
    cnf_assert(f.c, a, 0);
    cnf_assert(f.c, b, 0);
    bool possible = false;
    for (uint32_t i = 0; i < 1u << INPUTS; i++)
      possible |= evaluate(&f, a, i) && evaluate(&f, b, i);
    CHECK(cadical_solve(f.s) == (possible ? CADICAL_SAT : CADICAL_UNSAT));
    uint32_t inputs = 0;
    for (int i = 0; possible && i < INPUTS; i++) {
      int v = cnf_input_variable(f.c, f.in[i]);
      if (v != 0 && cadical_value(f.s, v))
        inputs |= 1u << i;
    }
    CHECK(!possible || (evaluate(&f, a, inputs) && evaluate(&f, b, inputs)));
    tear_down(&f);
  }
}

// A conjunction of n inputs is one gate; asking again writes nothing.
static void test_wide_gates(void **state) {
  fixture f;
  set_up(&f, 9);
  aig_lit all = AIG_TRUE;
  for (int i = 0; i < 100; i++)
    all = aig_and(f.g, all, aig_input(f.g));
  cnf_literal(f.c, aig_not(all));
  CHECK(f.clauses == 1);
  cnf_literal(f.c, all);
  CHECK(f.clauses == 101);
  cnf_literal(f.c, all);
  CHECK(f.clauses == 101);
  cnf_assert(f.c, aig_xor(f.g, f.in[0], f.in[1]), 0);
  CHECK(f.clauses == 103);
  tear_down(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_literals),
      cmocka_unit_test(test_guarded_assertions),
      cmocka_unit_test(test_assertions_and_models),
      cmocka_unit_test(test_wide_gates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
