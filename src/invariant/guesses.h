// SPDX-License-Identifier: Apache-2.0
// Candidates for auxiliary invariants, from what the program and interpolants
// compare.
#ifndef INVARIANT_GUESSES_H
#define INVARIANT_GUESSES_H

#include "invariant/lemmas.h"

// Appends what the conditions of the program compare, as far as variables tell.
void guesses_comparisons(const invariants *of, term_vec *out);
// Offers, at every head, what the conditions of the program compare.
void guesses_from_program(lemmas *m, const invariants *of);
// Offers, at every head, that variables are what the program makes them. The
// length of an array is one that others are hardly guessed without.
void guesses_definitions(lemmas *m, const invariants *of);
#endif
