// SPDX-License-Identifier: Apache-2.0
// Two cases of one formula.
#ifndef CERTIFY_CASES_H
#define CERTIFY_CASES_H

#include "term/term.h"

// Formulas whose disjunction is equivalent to 'formula', with fewer conditions
// of if-then-else terms. False: it has none.
bool cases_split(terms *tt, term formula, term cases[2]);

#endif
