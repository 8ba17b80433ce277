// SPDX-License-Identifier: Apache-2.0
// Candidates for auxiliary invariants, from what the program and interpolants
// compare.
#ifndef ENGINE_LEMMA_GUESSES_H
#define ENGINE_LEMMA_GUESSES_H

#include "engine/lemma/lemmas.h"

// Appends what the conditions of the program compare, as far as variables tell.
void guesses_comparisons(const inductive *of, term_vec *out);
// Offers, at every head, what the conditions of the program compare.
void guesses_from_program(lemmas *m, const inductive *of);
// Offers, at every head, that variables are what the program makes them. The
// length of an array is one that others are hardly guessed without.
void guesses_definitions(lemmas *m, const inductive *of);
// Offers a formula that holds for the first visits to a head, in parts, and
// weaker forms of these.
void guesses_from_formula(lemmas *m, const inductive *of, loc head,
                          term formula);

#endif
