// SPDX-License-Identifier: Apache-2.0
// CaDiCaL gets the clauses block by block, and its proof is recorded while it
// runs. A proof is used only after its check; a second run on the core alone
// gives shorter proofs.
#include "interpolate/proof/refute.h"

#include "base/mem.h"

static bool must_stop(void *data) { return limits_stop(data) != LIMIT_NONE; }

static void give_up(itp_run *r, const char *reason) {
  r->status = REFUTE_GAVE_UP;
  r->reason = reason;
}

static void give_up_by(itp_run *r, const limits *l) {
  give_up(r, limit_name(limits_stop(l)));
}

// --- feeding -----------------------------------------------------------------

typedef struct {
  itp_run *run;
  uint32_t number;        // of the next clause
  const uint32_t *wanted; // numbers of those that take part, increasing
  uint32_t wanted_count;
  uint32_t taken;
} feeder;

static void take_clause(void *data, const int *clause, uint32_t n) {
  feeder *f = data;
  uint32_t number = f->number++;
  if (f->wanted != NULL &&
      (f->taken == f->wanted_count || f->wanted[f->taken] != number))
    return;
  f->taken++;
  vec_push(&f->run->selected, number);
  cadical_add(f->run->sat, clause, n);
  proof_add_original(f->run->proof, clause, n);
}

static void find_starts(itp_run *r, const itp_clauses *c) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < c->block_starts.len; i++) {
    while (at < r->selected.len &&
           r->selected.data[at] < c->block_starts.data[i])
      at++;
    vec_push(&r->block_starts, at);
  }
  assert(at == r->selected.len);
}

// --- solving -----------------------------------------------------------------

static void count_steps(itp_run *r) {
  uint32_t count, n;
  const uint32_t *core = proof_core(r->proof, &count);
  for (uint32_t i = 0; i < count; i++)
    if (core[i] >= proof_original_count(r->proof)) {
      proof_chain(r->proof, core[i], &n);
      r->steps += n;
    }
}

static void check_trace(itp_run *r, const env *e, const limits *l) {
  size_t size;
  const uint8_t *trace = cadical_proof(r->sat, &size);
  if (r->first_clauses == 0) {
    r->first_clauses = r->selected.len;
    r->first_trace = size;
  }
  proof_keep_chains(r->proof);
  if (!proof_add_trace(r->proof, trace, size)) {
    give_up(r, "the trace of the proof cannot be read");
    return;
  }
  switch (proof_check(r->proof, PROOF_BACKWARD, NULL, 0, l)) {
  case PROOF_VERIFIED:
    e->stats->proofs_checked++;
    r->status = REFUTE_UNSAT;
    count_steps(r);
    return;
  case PROOF_STOPPED:
    give_up_by(r, l);
    return;
  case PROOF_REJECTED:
    break;
  }
  e->stats->proofs_rejected++;
  give_up(r, "proof check failed");
}

static void solve(itp_run *r, const env *e, const limits *l) {
  switch (cadical_solve(r->sat)) {
  case CADICAL_SAT:
    r->status = REFUTE_SAT;
    return;
  case CADICAL_UNSAT: {
    double start = timer_start();
    check_trace(r, e, l);
    timer_stop(&r->check_seconds, start);
    return;
  }
  case CADICAL_STOPPED:
    give_up_by(r, l);
    return;
  case CADICAL_NO_MEMORY:
    break;
  }
  give_up(r, limit_name(LIMIT_MEMORY));
}

static void run_on(itp_run *r, feeder *f, const itp_clauses *c, const env *e,
                   const limits *l) {
  limits own = *l; // the terminator wants it without const
  r->proof = proof_new();
  r->sat = cadical_new((int)e->options->seed, true);
  if (r->sat == NULL) {
    give_up(r, limit_name(LIMIT_MEMORY));
    return;
  }
  cadical_set_terminator(r->sat, must_stop, &own);
  itp_clauses_each(c, take_clause, f);
  find_starts(r, c);
  solve(r, e, l);
  cadical_set_terminator(r->sat, NULL, NULL);
  r->refutation =
      (itp_refutation){.proof = r->proof,
                       .block_starts = r->block_starts.data,
                       .block_count = r->block_starts.len - 1,
                       .variable_count = itp_clauses_variable_count(c)};
}

void itp_run_all(itp_run *r, const itp_clauses *c, const env *e,
                 const limits *l) {
  *r = (itp_run){0};
  run_on(r, &(feeder){.run = r}, c, e, l);
}

void itp_run_core(itp_run *r, const itp_run *before, const itp_clauses *c,
                  const env *e, const limits *l) {
  assert(before->status == REFUTE_UNSAT);
  *r = (itp_run){.first_clauses = before->first_clauses,
                 .first_trace = before->first_trace};
  uint32_t count, originals = proof_original_count(before->proof);
  const uint32_t *core = proof_core(before->proof, &count);
  uint8_t *needed = mem_alloc(originals);
  for (uint32_t i = 0; i < count; i++)
    if (core[i] < originals)
      needed[core[i]] = 1;
  VEC(uint32_t) wanted = {0};
  for (uint32_t i = 0; i < originals; i++)
    if (needed[i])
      vec_push(&wanted, before->selected.data[i]);
  mem_free(needed);
  run_on(r,
         &(feeder){.run = r, .wanted = wanted.data, .wanted_count = wanted.len},
         c, e, l);
  vec_free(&wanted);
}

void itp_run_clear(itp_run *r) {
  cadical_free(r->sat);
  proof_free(r->proof);
  vec_free(&r->selected);
  vec_free(&r->block_starts);
  *r = (itp_run){0};
}
