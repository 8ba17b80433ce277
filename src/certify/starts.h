// SPDX-License-Identifier: Apache-2.0
// The cases of an invariant, to start from one by one.
#ifndef CERTIFY_STARTS_H
#define CERTIFY_STARTS_H

#include "certify/paths.h"

// Case i is the conjunction of 'common' and alternative i.
typedef struct {
  term_vec common, alternatives; // of the program's table
} start_cases;

// The disjunction of all cases is the invariant. There is one alone unless each
// of several gives some variable a value, so that its paths are short.
void starts_find(start_cases *s, const program *p, term invariant);
void starts_clear(start_cases *s);

// The variable that an equation with a constant (of the program's table) is
// about, and that; none: it is no such equation.
var starts_value_given(const program *p, term part, term *constant);

// A start at 'at' under 'condition', in any state of case i. Variables that the
// case gives a value have it there, and those that it says to be equal to
// something have that. Returns the arrival that the start is: where it is
// 'reached', its state is one of the case.
paths_arrival starts_enter(const start_cases *s, paths *ps, uint32_t i, loc at,
                           term condition);

#endif
