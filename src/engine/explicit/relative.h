// SPDX-License-Identifier: Apache-2.0
// Values of variables in terms of each other.
#ifndef ENGINE_EXPLICIT_RELATIVE_H
#define ENGINE_EXPLICIT_RELATIVE_H

#include "term/term.h"

// Can values of this sort be said by others? Words and numbers can.
bool relative_has(const terms *tt, sort s);

typedef struct relative relative;

// Variable i, of n, is to have value i, a term over unknowns that do not matter
// any more (TERM_NONE: that variable is left out).
relative *relative_new(terms *tt, const term *variables, const term *values,
                       uint32_t n);
void relative_free(relative *r);
// The value of variable i by other variables alone, or the variable itself,
// which may then be anything. Whatever the unknowns are, each variable is what
// is said here.
term relative_value(const relative *r, uint32_t i);
// What a formula over the unknowns says of the variables; none: it cannot be
// said, or has no unknowns.
term relative_formula(relative *r, term formula);

#endif
