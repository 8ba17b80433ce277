// SPDX-License-Identifier: Apache-2.0
// Interpolants of small random clause sets, as read off the proof and as
// reduced, checked on every assignment: implied link by link, over variables
// that occur on both sides of their cut. Larger ones, where their own proof is
// the only check.
#include "interpolate/proof/links.h"
#include "interpolate/proof/reduce.h"

#include "base/mem.h"
#include "unit.h"

enum { VARIABLES = 10, MANY_VARIABLES = 70, MAX_PARTS = 5 };

typedef struct {
  options options;
  stats stats;
  env env;
  itp_clauses clauses;
  uint32_t parts;
  uint32_t variables;
  uint32_t occurs[MAX_PARTS]; // per block: set of variables, if they are few
  uint64_t random;
} problem;

static uint32_t pick(problem *p, uint32_t n) {
  p->random = p->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(p->random >> 33) % n;
}

// Blocks speak about neighboring variables mostly, so that some are local.
static void add_clause(problem *p, uint32_t part) {
  uint32_t near = p->variables * 3 / 5;
  uint32_t n = p->variables > VARIABLES ? 3 : 1 + pick(p, 3);
  uint32_t low = part * (p->variables / 2) / p->parts;
  vec_push(&p->clauses.literals, (int)n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = pick(p, 8) == 0 ? pick(p, p->variables) : low + pick(p, near);
    int literal = (int)v + 1;
    vec_push(&p->clauses.literals, pick(p, 2) ? literal : -literal);
    p->occurs[part] |= v < VARIABLES ? 1u << v : 0;
  }
  p->clauses.clause_count++;
}

// 'clauses': about how many.
static void problem_open(problem *p, uint64_t seed, uint32_t variables,
                         uint32_t clauses) {
  *p = (problem){.random = seed * 12345 + 6789, .variables = variables};
  options_init(&p->options);
  p->env = (env){.options = &p->options, .stats = &p->stats};
  p->parts = 2 + pick(p, MAX_PARTS - 1);
  for (uint32_t part = 0; part < p->parts; part++) {
    vec_push(&p->clauses.block_starts, p->clauses.clause_count);
    uint32_t n = 4 + pick(p, clauses / p->parts);
    for (uint32_t i = 0; i < n; i++)
      add_clause(p, part);
  }
  vec_push(&p->clauses.block_starts, p->clauses.clause_count);
  vec_resize(&p->clauses.input_of, variables + 1);
}

static void problem_close(problem *p) {
  itp_clauses_free(&p->clauses);
  options_free(&p->options);
}

// Does the assignment satisfy the clauses of the block?
static bool holds(const problem *p, uint32_t part, uint32_t assignment) {
  const int *at = p->clauses.literals.data;
  for (uint32_t i = 0; i < p->clauses.block_starts.data[part + 1]; i++) {
    int n = *at++;
    bool some = false;
    for (int j = 0; j < n; j++, at++) {
      uint32_t v = (uint32_t)(*at < 0 ? -*at : *at) - 1;
      some = some || ((assignment >> v & 1u) != 0) == (*at > 0);
    }
    if (!some && i >= p->clauses.block_starts.data[part])
      return false;
  }
  return true;
}

static bool is_unsat(const problem *p) {
  for (uint32_t a = 0; a < 1u << VARIABLES; a++) {
    bool all = true;
    for (uint32_t part = 0; part < p->parts && all; part++)
      all = holds(p, part, a);
    if (all)
      return false;
  }
  return true;
}

static void evaluate(const itp_bit_interpolants *b, uint32_t assignment,
                     uint8_t *values) {
  const aig *g = b->graph;
  for (uint32_t node = 1; node < aig_count(g); node++) {
    if (aig_is_input(g, node)) {
      int v = b->inputs.data[aig_input_index(g, node)];
      values[node] = (uint8_t)(assignment >> (v - 1) & 1u);
      continue;
    }
    aig_lit x = aig_left(g, node), y = aig_right(g, node);
    values[node] = (values[aig_node_of(x)] ^ aig_sign(x)) &
                   (values[aig_node_of(y)] ^ aig_sign(y));
  }
}

static bool value_at(const uint8_t *values, aig_lit a) {
  return (values[aig_node_of(a)] ^ aig_sign(a)) != 0;
}

// Does each link hold?
static bool is_inductive(const problem *p, const itp_bit_interpolants *b) {
  bool ok = b->results.len + 1 == p->parts;
  uint8_t *values = mem_alloc(aig_count(b->graph));
  for (uint32_t a = 0; a < 1u << VARIABLES; a++) {
    evaluate(b, a, values);
    for (uint32_t i = 0; i < p->parts; i++) {
      bool before = i == 0 || value_at(values, b->results.data[i - 1]);
      bool after = i + 1 < p->parts && value_at(values, b->results.data[i]);
      ok &= !(before && holds(p, i, a)) || after;
    }
  }
  mem_free(values);
  return ok;
}
static uint32_t support(const itp_bit_interpolants *b, aig_lit root) {
  uint32_t set = 0;
  uint8_t *used = mem_alloc(aig_count(b->graph));
  used[aig_node_of(root)] = 1;
  for (uint32_t node = aig_count(b->graph); node-- > 1;) {
    if (used[node] && aig_is_and(b->graph, node)) {
      used[aig_node_of(aig_left(b->graph, node))] = 1;
      used[aig_node_of(aig_right(b->graph, node))] = 1;
    } else if (used[node]) {
      int v = b->inputs.data[aig_input_index(b->graph, node)];
      set |= 1u << (v - 1);
    }
  }
  mem_free(used);
  return set;
}

static void check_vocabulary(const problem *p, const itp_bit_interpolants *b) {
  for (uint32_t cut = 1; cut < p->parts; cut++) {
    uint32_t before = 0, after = 0;
    for (uint32_t i = 0; i < p->parts; i++)
      *(i < cut ? &before : &after) |= p->occurs[i];
    uint32_t own = support(b, b->results.data[cut - 1]);
    CHECK((own & ~(before & after)) == 0);
  }
}

// A wrong result in place of each one is never said to be right.
static void check_broken(const itp_refutation *r, const problem *p,
                         itp_bit_interpolants *b) {
  for (uint32_t i = 0; i < b->results.len; i++) {
    aig_lit kept = b->results.data[i];
    aig_lit wrong[] = {AIG_FALSE, AIG_TRUE, aig_not(kept)};
    for (uint32_t k = 0; k < 3; k++) {
      b->results.data[i] = wrong[k];
      proof_status status = itp_check_links(r, b, &p->env.limits);
      CHECK(status != PROOF_VERIFIED || is_inductive(p, b));
    }
    b->results.data[i] = kept;
  }
}

// The proof has the reason for each link, whatever a solver thinks of it.
static uint32_t check_along_proof(const itp_run *run, const problem *p,
                                  itp_bit_interpolants *b) {
  b->graph = aig_new_unrewritten();
  CHECK(itp_read_interpolants(&run->refutation, &p->env.limits, b));
  assert_int_equal(itp_check_links(&run->refutation, b, &p->env.limits),
                   PROOF_VERIFIED);
  return itp_bits_size(b);
}

static void check_plain(const itp_run *run, const problem *p) {
  itp_bit_interpolants b = {0};
  check_along_proof(run, p, &b);
  CHECK(is_inductive(p, &b));
  check_vocabulary(p, &b);
  check_broken(&run->refutation, p, &b);
  itp_bit_interpolants_clear(&b);
}

static bool check_problem(uint64_t seed, uint32_t *nodes) {
  problem p;
  problem_open(&p, seed, VARIABLES, 40);
  bool unsat = is_unsat(&p);
  itp_run run;
  itp_run_all(&run, &p.clauses, &p.env, &p.env.limits);
  assert_int_equal(run.status, unsat ? REFUTE_UNSAT : REFUTE_SAT);
  if (unsat) {
    check_plain(&run, &p);
    itp_bit_interpolants b = {.graph = aig_new()};
    CHECK(itp_read_interpolants(&run.refutation, &p.env.limits, &b));
    CHECK(is_inductive(&p, &b));
    check_vocabulary(&p, &b);
    uint32_t before = itp_bits_size(&b);
    itp_reduce(&b, &run, &p.env, &p.env.limits);
    CHECK(is_inductive(&p, &b));
    check_vocabulary(&p, &b);
    nodes[0] += before;
    nodes[1] += itp_bits_size(&b);
    itp_bit_interpolants_clear(&b);
  }
  itp_run_clear(&run);
  problem_close(&p);
  return unsat;
}

static void sequences_of_clauses_are_interpolated(void **state) {
  uint32_t unsat = 0, nodes[2] = {0};
  size_t before = mem_live();
  for (uint64_t seed = 1; seed <= 400; seed++)
    unsat += check_problem(seed, nodes) ? 1 : 0;
  CHECK(unsat > 100 && nodes[1] > 50 && nodes[1] < nodes[0]);
  CHECK(mem_live() == before);
}

static void long_proofs_have_reasons_for_all_links(void **state) {
  uint32_t unsat = 0, gates = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    problem p;
    problem_open(&p, seed, MANY_VARIABLES, 1000);
    itp_run run;
    itp_run_all(&run, &p.clauses, &p.env, &p.env.limits);
    if (run.status == REFUTE_UNSAT) {
      itp_bit_interpolants b = {0};
      gates += check_along_proof(&run, &p, &b);
      itp_bit_interpolants_clear(&b);
      unsat++;
    }
    itp_run_clear(&run);
    problem_close(&p);
  }
  CHECK(unsat > 20 && gates > 100 * unsat);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sequences_of_clauses_are_interpolated),
      cmocka_unit_test(long_proofs_have_reasons_for_all_links),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
