// SPDX-License-Identifier: Apache-2.0
// What a program itself says about a variable: its comparisons with constants,
// and the constants that are assigned to it.
//
// Interpolants of bit-vectors may speak of single bits. Where a variable has
// few interesting values (a state, a flag), the program's own words about it
// say the same in fewer and better predicates.
#ifndef ENGINE_PREDICATE_VOCABULARY_H
#define ENGINE_PREDICATE_VOCABULARY_H

#include "engine/predicate/precision.h"

typedef struct vocabulary vocabulary;

vocabulary *vocabulary_new(const program *p); // reads it at the first need
void vocabulary_free(vocabulary *v);

// Does a formula look at parts of words?
bool vocabulary_is_partial(const terms *tt, term formula);
// Does it speak of variables of the program alone, and of one at least?
bool vocabulary_is_of_states(const program *p, term formula);
// Tracks at l what the formula is made of: its atoms or, instead of one about
// parts of words, the program's own words if there are any that are not tracked
// yet. True: some of it is not among the first 'tracked' predicates of l.
bool vocabulary_track(vocabulary *v, precision *pi, loc l, uint32_t tracked,
                      term formula);

#endif
