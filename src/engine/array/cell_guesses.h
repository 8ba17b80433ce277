// SPDX-License-Identifier: Apache-2.0
// Candidates for invariants of the cell at the witness.
#ifndef ENGINE_ARRAY_CELL_GUESSES_H
#define ENGINE_ARRAY_CELL_GUESSES_H

#include "engine/array/cell_program.h"
#include "engine/lemma/lemmas.h"

// Offers them at all heads.
void cell_guesses_offer(const cell_program *c, lemmas *m, const inductive *of);

#endif
