// SPDX-License-Identifier: Apache-2.0
// Candidates for auxiliary invariants, from states that runs of the program
// visit.
#ifndef ENGINE_LEMMA_SAMPLES_H
#define ENGINE_LEMMA_SAMPLES_H

#include "engine/lemma/lemmas.h"

typedef struct samples samples;

samples *samples_new(lemmas *m, const inductive *of); // both must outlive it
void samples_free(samples *s);

// Runs the program a few times with random inputs, and offers at each head what
// relates the variables in all states seen there (engine/lemma/relations.h).
void samples_offer(samples *s);
// The same after a long run, for as many seconds: what stands behind loops of
// millions of rounds. Nothing happens if no run is a long one.
void samples_offer_far(samples *s, double seconds);

#endif
