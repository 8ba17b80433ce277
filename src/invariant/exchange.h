// SPDX-License-Identifier: Apache-2.0
// Invariants that engines tell each other.
//
// A batch is the set of all invariants that an engine knows: one formula per
// head of its transition system, inductive together, so that it relies on
// nothing but itself. It is posted on the board (base/board.h) as SMT-LIB,
// under the digest of the program in blocks: recursion depth, properties, slice
// and transformation are all in there, and a batch is read only by who searches
// the very same blocks. The union of batches is inductive again.
//
// Sets of states that are no fixed point yet are not posted: they are
// candidates, not facts.
#ifndef INVARIANT_EXCHANGE_H
#define INVARIANT_EXCHANGE_H

#include "invariant/lemmas.h"

typedef struct exchange exchange;

exchange *exchange_new(invariants *of); // which must outlive it
void exchange_free(exchange *f);        // may be NULL

// Tells the others the invariants of 'of', if they have changed.
void exchange_post(exchange *f);
// Adds what others told to the invariants of 'of'. Returns how many were new.
uint32_t exchange_take(exchange *f, lemmas *m);

// Is there an edge of the system that leads out of the formulas (by location
// id)? Imports are checked so where assertions are.
bool exchange_are_broken(invariants *of, const term *formulas);

#endif
