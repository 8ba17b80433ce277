// SPDX-License-Identifier: Apache-2.0
// Candidates for auxiliary invariants, from states that were seen.
#ifndef ENGINE_LEMMA_RELATIONS_H
#define ENGINE_LEMMA_RELATIONS_H

#include "engine/lemma/lemmas.h"
#include "engine/lemma/sight.h"

// Offers the linear equations, the orders of two variables, and the multiples
// of one that bound another, that hold in all states; and the equations that
// hold in all states on one side of a condition.
void relations_offer(lemmas *m, terms *tt, loc head, const sight *g,
                     const term_vec *conditions);

#endif
