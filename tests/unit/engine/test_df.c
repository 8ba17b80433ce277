// SPDX-License-Identifier: Apache-2.0
// Data-flow analysis: what it publishes is inductive, as a solver sees it, and
// the engine's proofs are confirmed by enumeration.
#include "engine/dataflow.h"

#include "domain/df.h"
#include "domain/random_loops.h"
#include "domain/refinement.h"
#include "encode/summarize.h"
#include "smt/solver.h"
#include "term/subst.h"

enum { PROGRAMS = 500, SMALL_PROGRAMS = 300 };

#ifdef NDEBUG
enum { ALL_ROUNDS_EVERY = 4 };
#else
enum { ALL_ROUNDS_EVERY = 16 };
#endif
enum { FIRST_ROUNDS = 3 };

static const limits NO_LIMITS = {0};

typedef struct {
  options options;
  stats stats;
  env env;
} setting;

static void setting_init(setting *s) {
  *s = (setting){0};
  options_init(&s->options);
  s->env = (env){.options = &s->options, .stats = &s->stats};
}

static bool never(void *data) { return false; }

// --- inductive --------------------------------------------------------------

// Some state of the invariant at the start of the edge, and inputs, lead out of
// the invariant at its end.
static term leaves(const program *p, const term *invariant, edge e) {
  terms *tt = program_terms(p);
  const block *b = program_edge_block(p, e);
  subst *s = subst_new(tt);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    subst_bind(s, program_variable_term(p, b->assignments[i].target),
               b->assignments[i].value);
  term after = subst_apply(s, invariant[program_edge_to(p, e).id]);
  subst_free(s);
  term before = term_and(tt, invariant[program_edge_from(p, e).id], b->guard);
  return term_and(tt, before, term_not(tt, after));
}

static void check_inductive(const program *p, const term *invariant,
                            solver *s) {
  terms *tt = program_terms(p);
  CHECK(term_is_true(tt, invariant[program_entry(p).id]));
  term any = term_false(tt);
  for (uint32_t i = 1; i <= program_edge_count(p); i++)
    any = term_or(tt, any, leaves(p, invariant, (edge){i}));
  CHECK(solver_check(s, &any, 1) == SMT_UNSAT);
}

static void copy_invariants(const refinement *s, const program *p, term *out) {
  uint32_t count = program_location_count(p);
  terms *own = refinement_invariants(s, out);
  term_copier *c = term_copier_new(own, program_terms(p));
  for (uint32_t i = 1; i <= count; i++)
    out[i] = term_copier_copy(c, out[i]);
  term_copier_free(c);
  terms_free(own);
}

static void check_rounds(const program *p, bool all) {
  setting x;
  setting_init(&x);
  term invariant[32];
  CHECK(program_location_count(p) < 32);
  refinement *s = refinement_new(p, (patience){never, NULL});
  solver *bits = solver_new(&solver_bits, &x.env, program_terms(p));
  round_end end;
  uint32_t rounds = 0;
  do {
    end = refinement_round(s);
    copy_invariants(s, p, invariant);
    check_inductive(p, invariant, bits);
  } while (end == ROUND_DONE && (++rounds < FIRST_ROUNDS || all));
  solver_free(bits);
  refinement_free(s);
}

static void test_inductive(void **unused) {
  for (uint32_t i = 0; i < PROGRAMS; i++) {
    dice d = {i + 1};
    terms *tt = terms_new();
    program *p = random_loops(tt, &d);
    check_rounds(p, i % ALL_ROUNDS_EVERY == 0);
    program_free(p);
    terms_free(tt);
  }
}

// --- the engine -------------------------------------------------------------

static uint32_t proved;

static void check_engine(const program *p, const program *blocks,
                         bool can_fail) {
  setting s;
  setting_init(&s);
  engine_task task = {.original = p, .program = blocks, .env = &s.env};
  result *r = dataflow_run(&task);
  CHECK(r->verdict != VERDICT_FALSE);
  CHECK(r->verdict == VERDICT_UNKNOWN || !can_fail);
  proved += r->verdict == VERDICT_TRUE;
  result_free(r);
}

static void test_engine(void **unused) {
  for (uint32_t i = 0; i < SMALL_PROGRAMS; i++) {
    dice d = {i + 1};
    terms *tt = terms_new();
    program *p = random_program(tt, &d);
    explorer x = explore(p);
    bool can_fail =
        explorer_reaches(&x, LOC_ERROR) || explorer_reaches(&x, LOC_BOUND);
    explorer_clear(&x);
    program *blocks = summarize(p, &NO_LIMITS);
    check_engine(p, p, can_fail);
    check_engine(p, blocks, can_fail);
    program_free(blocks);
    program_free(p);
    terms_free(tt);
  }
  CHECK(proved > SMALL_PROGRAMS / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_engine),
      cmocka_unit_test(test_inductive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
