// SPDX-License-Identifier: Apache-2.0
// What known facts say of words: bounds, and comparisons that these decide.
#ifndef CERTIFY_NUMBERS_BOUNDS_H
#define CERTIFY_NUMBERS_BOUNDS_H

#include "certify/known.h"

typedef struct bounds bounds;

bounds *bounds_new(const terms *tt);
void bounds_free(bounds *b);

// The facts that hold from here on, in place of those before.
void bounds_know(bounds *b, known facts);
// Do they leave no word for some term, so that they cannot all hold?
bool bounds_are_empty(const bounds *b);
// Is a comparison decided by what is known? Then *holds is what it is.
bool bounds_decide(bounds *b, term comparison, bool *holds);

#endif
