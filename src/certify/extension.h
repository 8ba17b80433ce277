// SPDX-License-Identifier: Apache-2.0
// Programs with more variables than the original that reach the error if it
// does.
#ifndef CERTIFY_EXTENSION_H
#define CERTIFY_EXTENSION_H

#include "program/program.h"

// Is q the program p, with more variables, in this sense?
//  - Locations, edges, variables and inputs of p are those of q, too, by the
//    same ids. The additional variables of q are either *choices*, which no
//    edge assigns, or *records*, which edges may assign besides.
//  - An edge has the guard and the assignments of p's, except that a guard of
//  an
//    edge into the error may have more: an equation t = c between a term and a
//    choice.
//  - No choice occurs anywhere but there, as one whole side of an equation.
// Then p reaches the error only if q does: take an execution of p that ends
// in the error. Records have no influence on it. The term of the equation has a
// value there that depends on no choice; choose that.
bool extension_is_fair(const program *p, const program *q);

#endif
