// SPDX-License-Identifier: Apache-2.0
// Programs with more variables than the original that reach the error if it
// does.
#ifndef CERTIFY_EXTENSION_H
#define CERTIFY_EXTENSION_H

#include "program/program.h"

// Is q the program p, with more variables, in this sense?
//  - Locations, edges, variables and inputs of p are those of q, too, by the
//    same ids. The additional variables of q are either *records*, which edges
//    may assign besides, or no edge assigns them: *choices* and *prefix
//    arrays*.
//  - An edge has the guard and the assignments of p's, except that a guard may
//    have more: on an edge into the error, equations t = c between a term and a
//    choice, each with another choice; on others, conditions on prefix arrays
//    that are fair (certify/prefixes.h).
//  - No choice occurs anywhere but there, as one whole side of an equation, and
//    no prefix array anywhere but in its conditions.
// Then p reaches the error only if q does: take an execution of p that ends
// in the error. Records have no influence on it. There are prefix arrays for
// which it meets all conditions; they depend on no choice. The terms of the
// equations have values at the end that depend on neither; choose these.
bool extension_is_fair(const program *p, const program *q);

#endif
