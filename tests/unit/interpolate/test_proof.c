// SPDX-License-Identifier: Apache-2.0
// The procedure 'proof' alone, on random unrollings: it never gives up, all its
// answers are checked by the other backend, and every trace of CaDiCaL that it
// may meet is checked forward, lemma by lemma.
#include "checked.h"

#include <stdlib.h>

#include "base/mem.h"
#include "interpolate/proof/refute.h"
#include "interpolate/query.h"
#include "random_blocks.h"

static uint32_t rounds(uint32_t usual) {
  const char *text = getenv("WEDGE_TEST_ROUNDS");
  return text ? (uint32_t)strtoul(text, NULL, 10) : usual;
}

typedef struct {
  uint32_t found, sat;
} tally;

static uint32_t all_cuts(uint32_t blocks, uint32_t *cuts) {
  for (uint32_t i = 0; i + 1 < blocks; i++)
    cuts[i] = i + 1;
  return blocks - 1;
}

static void check_answer(world *w, interpolator *ip, const random_blocks *r,
                         tally *sum) {
  uint32_t cuts[MAX_BLOCKS], n = all_cuts(r->count, cuts);
  term out[MAX_BLOCKS];
  switch (itp_check(ip, cuts, n, out)) {
  case ITP_SAT:
    sum->sat++;
    CHECK(decide(w, &solver_z3, r->blocks, r->count) != SMT_UNSAT);
    return;
  case ITP_FOUND:
    sum->found++;
    CHECK(check_sequence(w, &solver_z3, r->blocks, r->count, cuts, n, out) !=
          SMT_SAT);
    return;
  case ITP_GAVE_UP:
    fail_msg("gave up: %s", itp_reason(ip));
  }
}

static void run_sequence(uint64_t seed, tally *sum) {
  world w;
  world_open(&w);
  random_blocks r;
  random_make(&r, w.tt, seed, false, 3 + (uint32_t)(seed % 6));
  interpolator *ip = itp_new(&itp_proof, &w.env, w.tt);
  for (uint32_t i = 0; i < r.count; i++)
    itp_assert(ip, itp_add_group(ip), r.blocks[i]);
  check_answer(&w, ip, &r, sum);
  CHECK(w.stats.itp_failed_checks == 0 && w.stats.proofs_rejected == 0);
  itp_free(ip);
  world_close(&w);
}

static void random_sequences_are_inductive(void **state) {
  tally sum = {0};
  size_t before = mem_live();
  uint32_t n = rounds(150);
  for (uint32_t seed = 1; seed <= n; seed++)
    run_sequence(seed, &sum);
  CHECK(sum.found > n / 3 && sum.sat > 0);
  CHECK(mem_live() == before);
}

// One interpolator, groups replaced again and again.
static void groups_may_be_replaced(void **state) {
  world w;
  world_open(&w);
  tally sum = {0};
  interpolator *ip = itp_new(&itp_proof, &w.env, w.tt);
  random_blocks r;
  random_make(&r, w.tt, 4, false, 5);
  for (uint32_t i = 0; i < r.count; i++)
    itp_assert(ip, itp_add_group(ip), r.blocks[i]);
  for (uint32_t round = 0; round < rounds(60); round++) {
    uint32_t at = pick(&r, r.count);
    r.blocks[at] = at == 0             ? random_start(&r)
                   : at == r.count - 1 ? random_end(&r, at - 1)
                                       : random_transition(&r, at - 1);
    itp_clear_group(ip, at);
    itp_assert(ip, at, r.blocks[at]);
    check_answer(&w, ip, &r, &sum);
  }
  CHECK(sum.found > 10 && w.stats.itp_failed_checks == 0);
  itp_free(ip);
  world_close(&w);
}

// --- traces ------------------------------------------------------------------

typedef struct {
  itp_block blocks[MAX_BLOCKS];
  uint32_t ends[MAX_BLOCKS];
  itp_query query;
} raw_query;

// A query as interpolate.c would make it, but for what 'proof' does not read.
static void make_query(raw_query *q, world *w, const random_blocks *r) {
  *q = (raw_query){0};
  for (uint32_t i = 0; i < r->count; i++) {
    q->ends[i] = 1;
    q->blocks[i] = (itp_block){.formulas = &r->blocks[i],
                               .formula_count = 1,
                               .guard_count = 1,
                               .formula_ends = &q->ends[i]};
  }
  q->query = (itp_query){.env = &w->env,
                         .tt = w->tt,
                         .limits = &w->env.limits,
                         .blocks = q->blocks,
                         .count = r->count};
}

static void add_original(void *data, const int *clause, uint32_t n) {
  proof_add_original(data, clause, n);
}

// The trace of the run, against all clauses.
static bool checks_forward(const itp_clauses *c, const itp_run *run) {
  proof *p = proof_new();
  itp_clauses_each(c, add_original, p);
  size_t size;
  const uint8_t *trace = cadical_proof(run->sat, &size);
  bool ok = proof_add_trace(p, trace, size) &&
            proof_check(p, PROOF_FORWARD, NULL, 0, NULL) == PROOF_VERIFIED;
  proof_free(p);
  return ok;
}

static uint32_t check_trace(uint64_t seed) {
  world w;
  world_open(&w);
  random_blocks r;
  raw_query q;
  random_make(&r, w.tt, seed, false, 3 + (uint32_t)(seed % 4));
  make_query(&q, &w, &r);
  itp_encoder *e = itp_encoder_new(w.tt);
  itp_clauses c = {0};
  const char *reason;
  CHECK(itp_clauses_make(&c, e, &q.query, &reason));
  itp_run all, core;
  itp_run_all(&all, &c, &w.env, &w.env.limits);
  bool is_unsat = all.status == REFUTE_UNSAT;
  if (is_unsat) {
    CHECK(checks_forward(&c, &all));
    itp_run_core(&core, &all, &c, &w.env, &w.env.limits);
    CHECK(core.status == REFUTE_UNSAT && checks_forward(&c, &core));
    CHECK(core.selected.len <= all.selected.len);
    itp_run_clear(&core);
  }
  itp_run_clear(&all);
  itp_clauses_free(&c);
  itp_encoder_free(e);
  world_close(&w);
  return is_unsat ? 1 : 0;
}

static void every_trace_checks_forward(void **state) {
  uint32_t n = rounds(150), checked = 0;
  for (uint32_t seed = 1; seed <= n; seed++)
    checked += check_trace(seed);
  CHECK(checked > n / 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_sequences_are_inductive),
      cmocka_unit_test(groups_may_be_replaced),
      cmocka_unit_test(every_trace_checks_forward),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
