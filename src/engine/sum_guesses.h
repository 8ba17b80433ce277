// SPDX-License-Identifier: Apache-2.0
// Candidates for invariants that say what sums are.
#ifndef ENGINE_SUM_GUESSES_H
#define ENGINE_SUM_GUESSES_H

#include "engine/lemmas.h"
#include "engine/prefix.h"

// Offers them at all heads.
void sum_guesses_offer(const prefixed *x, lemmas *m, const inductive *of);

#endif
