// SPDX-License-Identifier: Apache-2.0
// Candidates for invariants that say what sums are.
#ifndef TRANSFORM_SUM_GUESSES_H
#define TRANSFORM_SUM_GUESSES_H

#include "invariant/lemmas.h"
#include "transform/prefix.h"

// Offers them at all heads.
void sum_guesses_offer(const prefixed *x, lemmas *m, const invariants *of);

#endif
