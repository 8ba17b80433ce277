// SPDX-License-Identifier: Apache-2.0
// Proof traces checked forwards: every step, not only what the refutation
// needs.
#ifndef TRACES_H
#define TRACES_H

#include "base/mem.h"
#include "checked.h"
#include "interpolate/proof/refute.h"
#include "interpolate/query.h"

// All that 'proof' makes before it has a proof.
typedef struct {
  world *w;
  itp_encoder *encoder;
  itp_clauses clauses;
  arena *mem;
} tracer;

static inline void tracer_open(tracer *t, world *w) {
  *t = (tracer){.w = w, .encoder = itp_encoder_new(w->tt), .mem = arena_new()};
}

static inline void tracer_close(tracer *t) {
  itp_clauses_free(&t->clauses);
  itp_encoder_free(t->encoder);
  arena_free(t->mem);
}

typedef struct {
  proof *proof;
  const itp_run *run;
  uint32_t number, taken; // clauses seen, clauses that took part
} refeeder;

static inline void refeed(void *data, const int *clause, uint32_t n) {
  refeeder *f = data;
  if (f->taken < f->run->selected.len &&
      f->run->selected.data[f->taken] == f->number) {
    proof_add_original(f->proof, clause, n);
    f->taken++;
  }
  f->number++;
}

// The trace of a run, checked by a proof object that is not the run's own.
static inline bool is_forward_correct(const tracer *t, const itp_run *r) {
  size_t size;
  const uint8_t *trace = cadical_proof(r->sat, &size);
  refeeder f = {.proof = proof_new(), .run = r};
  itp_clauses_each(&t->clauses, refeed, &f);
  bool ok = f.taken == r->selected.len &&
            proof_add_trace(f.proof, trace, size) &&
            proof_check(f.proof, PROOF_FORWARD, NULL, 0, &t->w->env.limits) ==
                PROOF_VERIFIED;
  proof_free(f.proof);
  return ok;
}

// The first run and those that look for a shorter proof. Returns how many
// traces were right; UINT32_MAX: one was not.
static inline uint32_t check_runs(tracer *t) {
  uint32_t count = 0;
  itp_run run;
  itp_run_all(&run, &t->clauses, &t->w->env, &t->w->env.limits);
  while (count < 3 && run.status == REFUTE_UNSAT &&
         is_forward_correct(t, &run)) {
    itp_run next;
    itp_run_core(&next, &run, &t->clauses, &t->w->env, &t->w->env.limits);
    itp_run_clear(&run);
    run = next;
    count++;
  }
  bool failed = count < 3;
  itp_run_clear(&run);
  return failed ? UINT32_MAX : count;
}

// Unsatisfiable blocks, cut everywhere.
static inline uint32_t check_traces(tracer *t, const term *blocks, uint32_t n,
                                    bool is_backward) {
  itp_prover *prover = itp_prover_new(&t->w->env, t->w->tt);
  itp_query q = {.env = &t->w->env,
                 .tt = t->w->tt,
                 .prover = prover,
                 .limits = &t->w->env.limits};
  uint32_t *groups = ARENA_ARRAY(t->mem, uint32_t, n);
  for (uint32_t i = 0; i < n; i++) {
    groups[i] = itp_prover_add_group(prover);
    itp_prover_assert(prover, groups[i], blocks[is_backward ? n - 1 - i : i]);
  }
  itp_query_make(&q, t->mem, groups, n, groups, n);
  const char *reason = NULL;
  uint32_t count = UINT32_MAX;
  if (itp_clauses_make(&t->clauses, t->encoder, &q, &reason))
    count = check_runs(t);
  itp_prover_free(prover);
  arena_reset(t->mem);
  return count;
}

#endif
