// SPDX-License-Identifier: Apache-2.0
// Facts about products, checked by multiplying out.
//
// A search knows equations between products by algebra (algebra/facts.h). A
// judge does not repeat that: it multiplies out what was found, with arithmetic
// of its own, and then asks a question in which products are variables.
#ifndef CERTIFY_NUMBERS_MULTIPLY_H
#define CERTIFY_NUMBERS_MULTIPLY_H

#include "algebra/facts.h"

// Does the goal follow from conditions and equations in the way that the fact
// says? False may also mean that it is too large to tell.
bool multiply_confirms(terms *tt, const algebra_fact *f);

// A formula that is satisfiable if the given one is: products of words that
// are no constants are variables, the same one for the same product.
term multiply_leave_open(terms *tt, term formula);

#endif
