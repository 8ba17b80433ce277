// SPDX-License-Identifier: Apache-2.0
// Why formulas and terms have the values of a model.
#ifndef ENGINE_EXPLICIT_IMPLICANT_H
#define ENGINE_EXPLICIT_IMPLICANT_H

#include "smt/solver.h"
#include "term/subst.h"
#include "term/walk.h"

typedef struct {
  terms *tt;
  solver *solver; // its last answer was a model
  term_set seen;
  term_vec conditions; // of the if-then-else terms on the way
  term_vec literals;   // atoms or their negations, true in the model
  subst *chosen;       // conditions -> their values
} implicant;

void implicant_init(implicant *m, terms *tt, solver *s);
void implicant_clear(implicant *m);
// Explains a term: while the literals hold, each if-then-else in it that
// matters takes the branch that it takes in the model, and a formula has the
// same value. All terms are explained before others are asked for.
void implicant_explain(implicant *m, term t);
// The term with these branches alone.
term implicant_branch(implicant *m, term t);
// Literal i in the same way.
term implicant_literal(implicant *m, uint32_t i);

#endif
