// SPDX-License-Identifier: Apache-2.0
// Candidates for auxiliary invariants, from states that runs of the program
// visit.
#ifndef ENGINE_SAMPLES_H
#define ENGINE_SAMPLES_H

#include "engine/lemmas.h"

// Runs the program a few times with random inputs, and offers at each head the
// linear equations, the orders of two variables, and the multiples of one that
// bound another, that hold in all states seen there.
void samples_offer(lemmas *m, const inductive *of);

#endif
