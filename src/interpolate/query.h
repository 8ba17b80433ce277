// SPDX-License-Identifier: Apache-2.0
// Making queries for procedures, and checking what they return. Internal to
// interpolate.
#ifndef INTERPOLATE_QUERY_H
#define INTERPOLATE_QUERY_H

#include "interpolate/procedure.h"

// Fills blocks, count and shared of q, whose other fields are set; memory comes
// from 'mem'. The groups are given in the order of the query; block i starts
// with groups[starts[i]], starts[0] = 0, increasing.
void itp_query_make(itp_query *q, arena *mem, const uint32_t *groups,
                    uint32_t group_count, const uint32_t *starts,
                    uint32_t block_count);
// The same blocks in the opposite order.
void itp_query_reverse(const itp_query *q, arena *mem, itp_query *reversed);

// Appends the guards of blocks [from, to).
void itp_query_guards(const itp_query *q, uint32_t from, uint32_t to,
                      term_vec *out);
// The conjunction of one block's formulas.
term itp_query_formula(const itp_query *q, uint32_t block);

// Is 'candidates' an inductive sequence of interpolants over the shared
// variables? SMT_SAT: no. SMT_UNKNOWN: a limit was hit.
smt_status itp_verify(const itp_query *q, const term *candidates);

typedef struct {
  uint32_t nodes;    // of the DAG
  uint32_t atoms;    // Boolean leaves and predicates over words
  bool is_bit_level; // speaks about single bits of wider words
} itp_size;

itp_size itp_measure(const terms *tt, term t);

#endif
