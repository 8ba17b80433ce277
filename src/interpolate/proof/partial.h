// SPDX-License-Identifier: Apache-2.0
// Partial interpolants of the clauses of a refutation. Internal to interpolate.
#ifndef INTERPOLATE_PROOF_PARTIAL_H
#define INTERPOLATE_PROOF_PARTIAL_H

#include "interpolate/proof/read.h"

// Where something occurs or is derived from: blocks first .. last.
typedef struct {
  uint32_t first, last;
} itp_span;

#define ITP_EVERYWHERE ((itp_span){0, UINT32_MAX})

// The core of a refutation, as resolution steps: the same for all cuts.
typedef struct {
  const itp_refutation *r;
  itp_bit_interpolants *out;
  const uint32_t *core; // ids, antecedents first
  uint32_t core_count;
  uint32_t id_count; // ids are below
  itp_span *derived; // by id: blocks of the originals it comes from
  itp_span *occurs;  // by SAT variable: blocks of core originals
  VEC(int) literals; // of the clause that was loaded last
  int8_t *sign;      // by SAT variable: in the resolvent at work, 0: not
  VEC(int) touched;  // variables whose sign was set
  aig_lit *input_of; // by SAT variable: its input of the graph, 0: none yet
} itp_derivation;

// The partial interpolants of one cut.
typedef struct {
  uint32_t cut;
  uint32_t *known_at; // by id: the cut that 'partial' is about, plus one
  aig_lit *partial;   // by id
} itp_partials;

// The partial interpolant of a resolution chain, antecedent by antecedent.
typedef struct {
  itp_partials *at;
  const uint32_t *chain;
  const uint32_t *pivots;
  uint32_t prefix; // so many antecedents are derived before the cut
  aig_lit all;     // once the prefix is resolved
} itp_fold;

// Inputs that 'out' has already are used again.
void itp_derivation_init(itp_derivation *d, const itp_refutation *r,
                         itp_bit_interpolants *out);
void itp_derivation_clear(itp_derivation *d);
bool itp_is_original(const itp_derivation *d, uint32_t id);
void itp_load(itp_derivation *d, uint32_t id); // to d->literals
// Resolves the resolvent at work with a clause, as far as variables whose last
// block is among 'kept' are concerned.
void itp_resolve(itp_derivation *d, uint32_t id, itp_span kept);
void itp_forget_resolvent(itp_derivation *d);

void itp_partials_init(itp_partials *p, const itp_derivation *d);
void itp_partials_clear(itp_partials *p);
// Is it derived from both sides of the cut? Then it must be known: see
// itp_partial_set.
bool itp_is_across(const itp_derivation *d, const itp_partials *p, uint32_t id);
aig_lit itp_partial(itp_derivation *d, itp_partials *p, uint32_t id);
void itp_partial_set(itp_partials *p, uint32_t id, aig_lit partial);

// For a clause across the cut.
itp_fold itp_fold_new(const itp_derivation *d, itp_partials *p, uint32_t id);
// Takes the antecedent number i in. Up to the end of the prefix the resolvent
// of all antecedents up to it must be at work.
void itp_fold_step(itp_derivation *d, itp_fold *f, uint32_t i);

#endif
