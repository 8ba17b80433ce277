// SPDX-License-Identifier: Apache-2.0
// One run of CaDiCaL on the clauses of a query, with its checked proof.
// Internal to interpolate.
#ifndef INTERPOLATE_PROOF_REFUTE_H
#define INTERPOLATE_PROOF_REFUTE_H

#include "base/env.h"
#include "interpolate/proof/clauses.h"
#include "interpolate/proof/read.h"
#include "sat/cadical.h"

typedef enum {
  REFUTE_SAT,    // 'sat' has a model
  REFUTE_UNSAT,  // 'refutation' is verified
  REFUTE_GAVE_UP // 'reason' says why
} refute_status;

typedef struct {
  refute_status status;
  const char *reason;
  double check_seconds; // for checking the proof
  cadical *sat;
  proof *proof;
  VEC(uint32_t) selected;     // clauses of the query that took part, in order
  VEC(uint32_t) block_starts; // among these
  itp_refutation refutation;
  uint64_t steps;                      // of resolution, in the core
  uint64_t first_clauses, first_trace; // of the first run on the query
} itp_run;

// Tries to refute all clauses.
void itp_run_all(itp_run *r, const itp_clauses *c, const env *e,
                 const limits *l);
// Tries to refute once more what the proof of 'before' needed, which gives
// another proof, often a shorter one.
void itp_run_core(itp_run *r, const itp_run *before, const itp_clauses *c,
                  const env *e, const limits *l);
void itp_run_clear(itp_run *r);

#endif
