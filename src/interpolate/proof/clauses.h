// SPDX-License-Identifier: Apache-2.0
// All clauses of one query, block by block. Internal to interpolate.
#ifndef INTERPOLATE_PROOF_CLAUSES_H
#define INTERPOLATE_PROOF_CLAUSES_H

#include "interpolate/procedure.h"
#include "interpolate/proof/encode.h"

// Invariant: a SAT variable is a bit of a term's variable, or occurs in one
// group only.
typedef struct {
  VEC(int) literals; // of each clause its length, then its literals
  uint32_t clause_count;
  VEC(uint32_t)
  block_starts;           // number of each block's first clause, and the end
  VEC(uint32_t) input_of; // by SAT variable: 1 + its input, 0: a gate
  VEC(int) variable_of;   // by input of the graph: SAT variable, 0: none
  VEC(int) renaming;      // of the encoding at work
} itp_clauses;

// Fills c anew. False: *reason says what cannot be translated, or which limit
// was hit.
bool itp_clauses_make(itp_clauses *c, itp_encoder *e, const itp_query *q,
                      const char **reason);
void itp_clauses_free(itp_clauses *c);

static inline uint32_t itp_clauses_variable_count(const itp_clauses *c) {
  return c->input_of.len - 1;
}

typedef void (*itp_clause_visitor)(void *data, const int *clause, uint32_t n);
void itp_clauses_each(const itp_clauses *c, itp_clause_visitor visit,
                      void *data);

#endif
