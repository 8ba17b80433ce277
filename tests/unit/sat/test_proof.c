// SPDX-License-Identifier: Apache-2.0
// Real proofs are accepted in both directions, and their chains really resolve
// to the clauses they claim; proofs with a fault in a needed place are not.
#include "sat/proof.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "sat/cadical.h"
#include "unit.h"

typedef struct {
  VEC(int) clauses; // each ended by 0
  VEC(int) goal;
  VEC(uint8_t) trace;
  int variables;
} problem;

static uint64_t random_state;

static uint32_t random_below(uint32_t n) {
  random_state =
      random_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(random_state >> 33) % n;
}

static void free_problem(problem *q) {
  vec_free(&q->clauses);
  vec_free(&q->goal);
  vec_free(&q->trace);
}

static void add_random_clause(problem *q, uint32_t width) {
  for (uint32_t i = 0; i < width; i++) {
    int v = (int)random_below((uint32_t)q->variables) + 1;
    vec_push(&q->clauses, random_below(2) ? v : -v);
  }
  vec_push(&q->clauses, 0);
}

// n + 1 pigeons in n holes.
static void make_pigeons(problem *q, int n) {
  for (int p = 0; p <= n; p++) {
    for (int h = 0; h < n; h++)
      vec_push(&q->clauses, p * n + h + 1);
    vec_push(&q->clauses, 0);
    for (int other = 0; other < p; other++)
      for (int h = 0; h < n; h++) {
        vec_push(&q->clauses, -(p * n + h + 1));
        vec_push(&q->clauses, -(other * n + h + 1));
        vec_push(&q->clauses, 0);
      }
  }
}

typedef void (*clause_visitor)(void *data, const int *clause, uint32_t n);

static void each_clause(const problem *q, clause_visitor visit, void *data) {
  uint32_t start = 0;
  for (uint32_t i = 0; i < q->clauses.len; i++)
    if (q->clauses.data[i] == 0) {
      visit(data, q->clauses.data + start, i - start);
      start = i + 1;
    }
}

static void give_solver(void *s, const int *clause, uint32_t n) {
  cadical_add(s, clause, n);
}

static void give_proof(void *p, const int *clause, uint32_t n) {
  proof_add_original(p, clause, n);
}

// Solves under the given number of random assumptions; false: satisfiable.
static bool solve(problem *q, uint32_t assumptions) {
  cadical *s = cadical_new(0, true);
  each_clause(q, give_solver, s);
  VEC(int) assumed = {0};
  for (uint32_t i = 0; i < assumptions; i++) {
    int v = (int)random_below((uint32_t)q->variables) + 1;
    vec_push(&assumed, random_below(2) ? v : -v);
    cadical_assume(s, vec_last(&assumed));
  }
  bool unsat = cadical_solve(s) == CADICAL_UNSAT;
  for (uint32_t i = 0; unsat && i < assumed.len; i++)
    if (cadical_failed(s, assumed.data[i]))
      vec_push(&q->goal, -assumed.data[i]);
  size_t size;
  const uint8_t *trace = cadical_proof(s, &size);
  for (size_t i = 0; i < size; i++)
    vec_push(&q->trace, trace[i]);
  vec_free(&assumed);
  cadical_free(s);
  return unsat;
}

static proof *load(const problem *q) {
  proof *p = proof_new();
  each_clause(q, give_proof, p);
  CHECK(proof_add_trace(p, q->trace.data, q->trace.len));
  return p;
}

static proof_status check(const problem *q, proof_mode mode) {
  proof *p = load(q);
  proof_status answer = proof_check(p, mode, q->goal.data, q->goal.len, NULL);
  proof_free(p);
  return answer;
}

// --- chains -------------------------------------------------------------

typedef struct {
  int8_t *sign; // by variable: of the literal in the resolvent
  VEC(int) touched;
} resolvent;

// Adds the literals of a clause; returns the pivot, 0: there is none.
static uint32_t resolve(resolvent *r, const int *lits, uint32_t n) {
  uint32_t pivot = 0;
  for (uint32_t i = 0; i < n; i++) {
    int v = abs(lits[i]);
    int8_t sign = lits[i] < 0 ? -1 : 1;
    if (r->sign[v] == -sign) {
      r->sign[v] = 0;
      assert_int_equal(pivot, 0);
      pivot = (uint32_t)v;
    } else {
      r->sign[v] = sign;
      vec_push(&r->touched, v);
    }
  }
  return pivot;
}

// A chain ends in the clause, no more and no less.
static void check_chain(proof *p, uint32_t id, resolvent *r, int *lits) {
  uint32_t n;
  const uint32_t *chain = proof_chain(p, id, &n);
  const uint32_t *pivots = proof_pivots(p, id);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t size = proof_clause(p, chain[i], lits);
    CHECK((pivots[i] == 0) == (i == 0));
    assert_int_equal(resolve(r, lits, size), pivots[i]);
  }
  uint32_t size = proof_clause(p, id, lits);
  for (uint32_t i = 0; i < size && n > 0; i++) {
    int v = abs(lits[i]);
    CHECK(r->sign[v] == (lits[i] < 0 ? -1 : 1));
    r->sign[v] = 0;
  }
  for (uint32_t i = 0; i < r->touched.len; i++)
    CHECK(r->sign[r->touched.data[i]] == 0);
  vec_clear(&r->touched);
}

static void check_core(proof *p, int variables) {
  uint32_t n, seen = 0;
  const uint32_t *core = proof_core(p, &n);
  resolvent r = {mem_alloc((size_t)variables + 1), {0}};
  int *lits = mem_alloc(sizeof(int) * (2 * (size_t)variables + 2));
  VEC(uint8_t) done = {0};
  for (uint32_t i = 0; i < n; i++) {
    if (done.len <= core[i])
      vec_resize(&done, core[i] + 1);
    CHECK(!done.data[core[i]]);
    done.data[core[i]] = 1;
    if (core[i] < proof_original_count(p))
      continue;
    uint32_t length;
    const uint32_t *chain = proof_chain(p, core[i], &length);
    for (uint32_t j = 0; j < length; j++)
      CHECK(chain[j] < done.len && done.data[chain[j]]);
    check_chain(p, core[i], &r, lits);
    seen++;
  }
  CHECK(seen > 0);
  vec_free(&done);
  vec_free(&r.touched);
  mem_free(r.sign);
  mem_free(lits);
}

// What was shown is the goal, or stronger.
static void check_goal(proof *p, const problem *q) {
  uint32_t n, given = 0;
  const uint32_t *core = proof_core(p, &n);
  int *lits = mem_alloc(sizeof(int) * (q->goal.len + 1));
  uint32_t size = proof_clause(p, core[n - 1], lits);
  for (uint32_t i = 0; i < size; i++)
    for (uint32_t j = 0; j < q->goal.len; j++)
      given += lits[i] == q->goal.data[j];
  CHECK(given >= size);
  mem_free(lits);
}

static void check_with_chains(const problem *q) {
  proof *p = load(q);
  proof_keep_chains(p);
  CHECK(proof_check(p, PROOF_BACKWARD, q->goal.data, q->goal.len, NULL) ==
        PROOF_VERIFIED);
  check_core(p, q->variables);
  check_goal(p, q);
  proof_free(p);
}

// --- tests ---------------------------------------------------------------

static void accept(const problem *q) {
  CHECK(check(q, PROOF_FORWARD) == PROOF_VERIFIED);
  CHECK(check(q, PROOF_BACKWARD) == PROOF_VERIFIED);
  check_with_chains(q);
}

static void test_random_proofs(void **state) {
  uint32_t unsat = 0;
  for (uint64_t seed = 0; seed < 300; seed++) {
    random_state = seed;
    problem q = {.variables = 20 + (int)random_below(120)};
    uint32_t clauses = (uint32_t)q.variables * (38 + random_below(12)) / 10;
    for (uint32_t i = 0; i < clauses; i++)
      add_random_clause(&q, random_below(20) == 0 ? 2 : 3);
    if (solve(&q, seed % 3 == 0 ? 0 : random_below(12))) {
      unsat++;
      accept(&q);
    }
    free_problem(&q);
  }
  CHECK(unsat > 100);
  assert_int_equal(mem_live(), 0);
}

static void test_pigeons(void **state) {
  for (int n = 2; n <= 8; n++) {
    problem q = {.variables = n * (n + 1)};
    make_pigeons(&q, n);
    CHECK(solve(&q, 0));
    accept(&q);
    free_problem(&q);
  }
  assert_int_equal(mem_live(), 0);
}

// Without one of its clauses the pigeon problem is satisfiable, so no proof of
// it may pass, however much it looks like one.
static void test_missing_clause(void **state) {
  problem q = {.variables = 30};
  make_pigeons(&q, 5);
  CHECK(solve(&q, 0));
  uint32_t start = 0, tried = 0;
  for (uint32_t i = 0; i < q.clauses.len; i++) {
    if (q.clauses.data[i] != 0)
      continue;
    problem less = q;
    memset(&less.clauses, 0, sizeof less.clauses);
    for (uint32_t j = 0; j < q.clauses.len; j++)
      if (j < start || j > i)
        vec_push(&less.clauses, q.clauses.data[j]);
    CHECK(check(&less, PROOF_BACKWARD) == PROOF_REJECTED);
    CHECK(check(&less, PROOF_FORWARD) == PROOF_REJECTED);
    vec_free(&less.clauses);
    start = i + 1;
    tried++;
  }
  CHECK(tried == 6 + 5 * 15);
  free_problem(&q);
  assert_int_equal(mem_live(), 0);
}

static void put_clause(problem *q, char kind, const int *lits, uint32_t n) {
  vec_push(&q->trace, (uint8_t)kind);
  for (uint32_t i = 0; i < n; i++) {
    CHECK(abs(lits[i]) < 64);
    vec_push(&q->trace, (uint8_t)(2 * abs(lits[i]) + (lits[i] < 0 ? 1 : 0)));
  }
  vec_push(&q->trace, 0);
}

// (a b)(a !b)(!a b)(!a !b): a follows, and then the contradiction.
static void make_square(problem *q) {
  static const int clauses[] = {1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0};
  q->variables = 3;
  for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
    vec_push(&q->clauses, clauses[i]);
}

static void check_by_hand(const int *lemma, uint32_t n, proof_status expect) {
  problem q = {0};
  make_square(&q);
  put_clause(&q, 'a', lemma, n);
  put_clause(&q, 'a', NULL, 0);
  CHECK(check(&q, PROOF_FORWARD) == expect);
  free_problem(&q);
}

static void test_by_hand(void **state) {
  check_by_hand((int[]){1}, 1, PROOF_VERIFIED);
  check_by_hand((int[]){-2}, 1, PROOF_VERIFIED);
  check_by_hand((int[]){3}, 1, PROOF_REJECTED);     // needs a case split
  check_by_hand((int[]){1, 3}, 2, PROOF_REJECTED);  // right, but no help
  check_by_hand(NULL, 0, PROOF_REJECTED);           // not by propagation
  check_by_hand((int[]){3, -3}, 2, PROOF_REJECTED); // a tautology: no help
}

// A lemma of a satisfiable problem under assumptions: the goal must hold.
static void test_goal(void **state) {
  problem q = {.variables = 3};
  static const int clauses[] = {-1, 2, 0, -2, 3, 0};
  for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
    vec_push(&q.clauses, clauses[i]);
  vec_push(&q.goal, -1);
  vec_push(&q.goal, 3);
  CHECK(check(&q, PROOF_BACKWARD) == PROOF_VERIFIED);
  check_with_chains(&q);
  q.goal.data[1] = -3;
  CHECK(check(&q, PROOF_BACKWARD) == PROOF_REJECTED);
  q.goal.len = 0;
  CHECK(check(&q, PROOF_BACKWARD) == PROOF_REJECTED);
  free_problem(&q);
  assert_int_equal(mem_live(), 0);
}

// Any change to the bytes of a trace either keeps a proof (then it is accepted
// because every step still follows) or is refused; on a satisfiable problem
// nothing may ever be accepted.
static void test_corrupted_traces(void **state) {
  problem q = {.variables = 12};
  make_pigeons(&q, 3);
  CHECK(solve(&q, 0));
  problem sat = q;
  memset(&sat.clauses, 0, sizeof sat.clauses);
  for (uint32_t i = 4; i < q.clauses.len; i++) // without the first clause
    vec_push(&sat.clauses, q.clauses.data[i]);
  CHECK(q.trace.len > 4);
  uint32_t rejected = 0;
  for (uint32_t at = 0; at < q.trace.len; at++)
    for (uint32_t bit = 0; bit < 8; bit++) {
      q.trace.data[at] ^= (uint8_t)(1u << bit);
      proof *p = proof_new();
      each_clause(&sat, give_proof, p);
      if (proof_add_trace(p, q.trace.data, q.trace.len))
        CHECK(proof_check(p, PROOF_BACKWARD, NULL, 0, NULL) == PROOF_REJECTED);
      proof_free(p);
      p = proof_new();
      each_clause(&q, give_proof, p);
      rejected +=
          !proof_add_trace(p, q.trace.data, q.trace.len) ||
          proof_check(p, PROOF_FORWARD, NULL, 0, NULL) != PROOF_VERIFIED;
      proof_free(p);
      q.trace.data[at] ^= (uint8_t)(1u << bit);
    }
  CHECK(rejected > q.trace.len);
  vec_free(&sat.clauses);
  free_problem(&q);
  assert_int_equal(mem_live(), 0);
}

static void test_limits(void **state) {
  problem q = {.variables = 110};
  make_pigeons(&q, 8);
  CHECK(solve(&q, 0));
  limits past = {.deadline = clock_now() - 1};
  proof *p = load(&q);
  CHECK(proof_check(p, PROOF_BACKWARD, NULL, 0, &past) == PROOF_STOPPED);
  proof_free(p);
  free_problem(&q);
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_hand),          cmocka_unit_test(test_goal),
      cmocka_unit_test(test_random_proofs),    cmocka_unit_test(test_pigeons),
      cmocka_unit_test(test_missing_clause),   cmocka_unit_test(test_limits),
      cmocka_unit_test(test_corrupted_traces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
