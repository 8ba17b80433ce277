// SPDX-License-Identifier: Apache-2.0
// From a checked refutation to interpolants over bits. Internal to interpolate.
#ifndef INTERPOLATE_PROOF_READ_H
#define INTERPOLATE_PROOF_READ_H

#include "base/vec.h"
#include "sat/aig.h"
#include "sat/proof.h"

// A refuted sequence of blocks of clauses.
typedef struct {
  proof *proof;                 // of the empty clause, verified, chains kept
  const uint32_t *block_starts; // per block: id of its first clause; one more
                                // for the end
  uint32_t block_count;         // at least 2
  uint32_t variable_count;      // variables are 1 .. this
} itp_refutation;

// An interpolant per cut, over a graph of their own.
typedef struct {
  aig *graph;      // owned
  VEC(int) inputs; // per input of the graph: the SAT variable it stands for
  VEC(aig_lit) results; // per cut
} itp_bit_interpolants;

// Fills 'out', which has an empty graph and nothing else. False: a limit was
// hit.
bool itp_read_interpolants(const itp_refutation *r, const limits *l,
                           itp_bit_interpolants *out);
void itp_bit_interpolants_clear(itp_bit_interpolants *b);
uint32_t itp_bits_size(const itp_bit_interpolants *b); // gates in use

#endif
