// SPDX-License-Identifier: Apache-2.0
// Small formulas that cases alone refute, without a solver.
#ifndef CERTIFY_REFUTER_H
#define CERTIFY_REFUTER_H

#include "term/term.h"

typedef struct refuter refuter;

// 'tt' must outlive the refuter.
refuter *refuter_new(terms *tt);
void refuter_free(refuter *r);
// True: no values of its variables make the formula true. False: nobody knows.
// Costs less than to start a solver, and nothing soon where it is in vain.
bool refuter_refutes(refuter *r, term formula);

#endif
