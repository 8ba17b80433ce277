// SPDX-License-Identifier: Apache-2.0
// Terms where some conditions are known to hold.
#ifndef TERM_BRANCHES_H
#define TERM_BRANCHES_H

#include "term/walk.h"

typedef struct branches branches;

branches *branches_new(terms *tt);
void branches_free(branches *b);
// From now on the condition holds. Requires: branches_take was not called yet.
void branches_hold(branches *b, term condition);
// A term that is equal to t where all conditions hold: an if-then-else term
// whose condition, or the negation of it, is one of them, is its branch. Works
// in tables that do not simplify, too.
term branches_take(branches *b, term t);

#endif
