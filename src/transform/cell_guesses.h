// SPDX-License-Identifier: Apache-2.0
// Candidates for invariants of the cell at the witness.
#ifndef TRANSFORM_CELL_GUESSES_H
#define TRANSFORM_CELL_GUESSES_H

#include "transform/cell_program.h"
#include "invariant/lemmas.h"

// Offers them at all heads.
void cell_guesses_offer(const cell_program *c, lemmas *m, const invariants *of);

#endif
