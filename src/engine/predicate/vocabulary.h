// SPDX-License-Identifier: Apache-2.0
// What a program itself says about a variable: its comparisons with constants,
// and the constants that are assigned to it.
//
// Interpolants of bit-vectors may speak of single bits. Where a variable has
// few interesting values (a state, a flag), the program's own words about it
// say the same in fewer and better predicates.
#ifndef ENGINE_PREDICATE_VOCABULARY_H
#define ENGINE_PREDICATE_VOCABULARY_H

#include "program/program.h"

typedef struct vocabulary vocabulary;

vocabulary *vocabulary_new(const program *p);
void vocabulary_free(vocabulary *v);

// Does a formula look at parts of words?
bool vocabulary_is_partial(const terms *tt, term formula);
// Does it speak of variables of the program alone, and of one at least?
bool vocabulary_is_of_states(const program *p, term formula);
// Appends the atoms about each variable of the formula. False, with nothing
// appended, if one of them has none, or too many.
bool vocabulary_about(const vocabulary *v, term formula, term_vec *out);

#endif
