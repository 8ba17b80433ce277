// SPDX-License-Identifier: Apache-2.0
// What follows without a solver.
#ifndef ENGINE_PLAIN_H
#define ENGINE_PLAIN_H

#include "term/walk.h"

typedef struct plain plain;

// What follows where 'guard' holds.
plain *plain_new(terms *tt, term guard);
void plain_free(plain *p);
void plain_add(plain *p, term formula); // holds, too
// Is each case of the formula, by conditions of its if-then-else terms, true or
// one of those added, once variables that the guard makes constant have their
// values? Equations count as the same if one side minus the other is, and those
// of words also follow from others as polynomials. False may also mean that
// there are too many cases.
bool plain_follows(const plain *p, term formula);

// Is it plain that 'formula' cannot hold where 'known' does? Each way to make
// it true has a negated part that follows.
bool plain_excludes(terms *tt, term known, term formula);

#endif
