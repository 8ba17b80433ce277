// SPDX-License-Identifier: Apache-2.0
// Candidates for invariants that say what sums are.
#ifndef ENGINE_ARRAY_SUM_GUESSES_H
#define ENGINE_ARRAY_SUM_GUESSES_H

#include "engine/lemma/lemmas.h"
#include "engine/array/prefix.h"

// Offers them at all heads.
void sum_guesses_offer(const prefixed *x, lemmas *m, const inductive *of);

#endif
