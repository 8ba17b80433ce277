// SPDX-License-Identifier: Apache-2.0
// Arrays that hold what a program adds up.
//
// Let q be the program p with more variables. One of these, F, is a *prefix
// array* if no edge assigns it and it occurs nowhere but in conditions
//   F[i + 1] = h(F[i], i)
// that edges have besides their guards. For sums over an array a, h adds a[i].
// Such conditions are fair, that is, each execution of p is one of q for some
// value of F at the start, if
//  - h is the same function for all conditions on F. Besides F[i] and i, it
//    depends on variables of p that are fixed: neither an edge with a condition
//    on F nor any edge behind one assigns them. So they have the same values
//    whenever a condition is met, and h is one function for all of them.
//  - the guards in p of all these edges exclude that i is the largest index, by
//    sign or without. Choose any value of F behind that one; the others follow
//    one by one, as h says, and nothing is asked of the last and the first.
// The index i is some term that these guards compare, whatever its value is.
#ifndef CERTIFY_PREFIXES_H
#define CERTIFY_PREFIXES_H

#include "program/program.h"

typedef struct prefixes prefixes;

// The programs have the same locations and edges, and must outlive it.
prefixes *prefixes_new(const program *p, const program *q);
void prefixes_free(prefixes *x);

// Is this a condition on a prefix array, which edge e may have besides p's
// guard, as far as those noted before tell? It is noted.
bool prefixes_note(prefixes *x, edge e, term condition);
// Was a condition on the variable noted?
bool prefixes_has(const prefixes *x, var v);
// Are all conditions fair, given that none but those noted mentions a prefix
// array?
bool prefixes_are_fair(const prefixes *x);

#endif
