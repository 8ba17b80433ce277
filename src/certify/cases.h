// SPDX-License-Identifier: Apache-2.0
// Two cases of one formula.
#ifndef CERTIFY_CASES_H
#define CERTIFY_CASES_H

#include "term/term.h"

// Formulas whose disjunction is equivalent to 'formula', each with one
// if-then-else less than it at least. False: it has none.
bool cases_split(terms *tt, term formula, term cases[2]);

#endif
