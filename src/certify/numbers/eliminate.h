// SPDX-License-Identifier: Apache-2.0
// Variables that equations of a question say what they are.
#ifndef CERTIFY_NUMBERS_ELIMINATE_H
#define CERTIFY_NUMBERS_ELIMINATE_H

#include "term/term.h"

// A formula that is satisfiable if and only if the given one is: words that a
// conjunct says to be a sum (in which they do not occur) are replaced by it.
// The same formula if there are none.
term eliminate_sums(terms *tt, term formula);

#endif
