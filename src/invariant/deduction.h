// SPDX-License-Identifier: Apache-2.0
// What follows without a solver.
#ifndef INVARIANT_DEDUCTION_H
#define INVARIANT_DEDUCTION_H

#include "term/walk.h"

typedef struct deduction deduction;

// What follows where 'guard' holds.
deduction *deduction_new(terms *tt, term guard);
void deduction_free(deduction *p);
// An equation holds, too, and a variable that is one of its sides is replaced
// by the other one in all that is added later, which is also inside of terms.
void deduction_equate(deduction *p, term equation);
// The same of all equations between variables that the formula, which holds, is
// a conjunction of.
void deduction_equate_copies(deduction *p, term formula);
void deduction_add(deduction *p, term formula); // holds, too
// The same of all of them, or of all that they are conjunctions of.
void deduction_add_all(deduction *p, const term_vec *formulas, bool in_parts);
// Is each case of the formula, by conditions of its if-then-else terms, true or
// one of those added, once variables that the guard makes constant have their
// values? Equations count as the same if one side minus the other is, and those
// of words also follow from others as polynomials. False may also mean that
// there are too many cases.
bool deduction_follows(const deduction *p, term formula);

bool deduction_reads(const terms *tt, term t); // elements of arrays
// Appends what may hold where the guard ends a loop: "n <= i" is true for the
// first time, so that i = n. Whether it does is for others to tell.
void deduction_ends(terms *tt, term guard, term_vec *equations);

// Is it plain that 'formula' cannot hold where 'known' does? Each way to make
// it true has a negated part that follows.
bool deduction_excludes(terms *tt, term known, term formula);

#endif
