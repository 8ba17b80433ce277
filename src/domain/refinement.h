// SPDX-License-Identifier: Apache-2.0
// The rounds of DF: what is looked at in which round, and how hard.
#ifndef DOMAIN_REFINEMENT_H
#define DOMAIN_REFINEMENT_H

#include "domain/fixpoint.h"

typedef struct refinement refinement;

refinement *refinement_new(const program *p, patience limit);
void refinement_free(refinement *s);

typedef enum {
  ROUND_DONE,    // refinement_invariants has a new result
  ROUND_LAST,    // the same, and there is nothing more to gain
  ROUND_STOPPED, // patience is over
} round_end;

// The next round, more precise than the one before.
round_end refinement_round(refinement *s);
// After a round: does its result exclude the bad sinks?
bool refinement_is_proof(const refinement *s);
// Its invariants by location id, in a new table of terms that is handed over.
terms *refinement_invariants(const refinement *s, term *out);
uint64_t
refinement_steps(const refinement *s); // blocks evaluated in all rounds
uint32_t refinement_locations(const refinement *s);

#endif
