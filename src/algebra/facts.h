// SPDX-License-Identifier: Apache-2.0
// Equations that a model of words breaks, although algebra says that they hold.
//
// A solver that knows nothing about products (each may have any value) finds
// models that are none. Often what is wrong with one is an equation: in it
// x * y = z holds and x * (y + 1) = z + x does not. A fact says so, for all
// models at once, with the multiples of known equations that add up to it.
#ifndef ALGEBRA_FACTS_H
#define ALGEBRA_FACTS_H

#include "base/limits.h"
#include "term/term.h"

// If all conditions and equations hold, so does the goal: with the conditions
// put in (which decides if-then-else terms), one side of the goal minus the
// other one is the sum of cofactor times difference over all equations and all
// identities. An identity is a term that stands for an equation which always
// holds: a quotient or a remainder of x and y for x = y * (x / y) + x % y, the
// upper bits of x, extended, for x = 2^k * (x >> k) + (x mod 2^k).
typedef struct {
  term left, right; // of one width
} algebra_equation;

typedef struct {
  term_vec conditions;
  VEC(algebra_equation) equations;
  term_vec cofactors; // one for each equation
  term_vec identities, identity_cofactors;
  algebra_equation goal;
} algebra_fact;

void algebra_fact_clear(algebra_fact *f);
term algebra_fact_formula(terms *tt, const algebra_fact *f);

// The value of a term in the model; VALUE_NONE: the model has none.
typedef value (*algebra_value)(void *data, term t);

// Finds a fact that the model, which makes all formulas true, breaks. False:
// none was found.
bool algebra_find_fact(terms *tt, const term_vec *formulas, algebra_value model,
                       void *data, const limits *l, algebra_fact *out);

#endif
