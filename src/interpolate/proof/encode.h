// SPDX-License-Identifier: Apache-2.0
// Groups of formulas as clauses, for 'proof'. Internal to interpolate.
//
// Every group has its own copy of the gates it uses: a SAT variable is either
// local to one group or a bit of a term's variable. So a clause belongs to
// exactly one group, and what two groups share are bits of variables that
// both mention.
//
// Terms are translated to gates once and for all; the clauses of a group are
// kept while the group is in use.
#ifndef INTERPOLATE_PROOF_ENCODE_H
#define INTERPOLATE_PROOF_ENCODE_H

#include "base/vec.h"
#include "sat/bitblast.h"
#include "term/term.h"

// A variable of an encoding that is a bit of a term's variable.
typedef struct {
  uint32_t variable;
  uint32_t input; // index among the inputs of the graph
} itp_input;

// The clauses of one group, over variables 1 .. variable_count of its own.
typedef struct {
  uint64_t hash;
  uint64_t used; // number of the last query that asked for it
  term *formulas;
  uint32_t formula_count;
  uint32_t variable_count;
  uint32_t clause_count;
  VEC(int) clauses; // of each its length, then its literals
  VEC(itp_input) inputs;
} itp_encoding;

typedef struct itp_encoder itp_encoder;

itp_encoder *itp_encoder_new(terms *tt);
void itp_encoder_free(itp_encoder *e); // may be NULL
bitblast *itp_encoder_blast(itp_encoder *e);
const aig *itp_encoder_graph(const itp_encoder *e);

// Starts a query: encodings that were not used for some queries are dropped.
void itp_encoder_begin(itp_encoder *e);
// The clauses of these formulas; valid until the next query begins. NULL: they
// cannot be translated, *reason says why.
const itp_encoding *itp_encoder_get(itp_encoder *e, const term *formulas,
                                    uint32_t n, const char **reason);

#endif
