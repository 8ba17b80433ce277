// SPDX-License-Identifier: Apache-2.0
// Auxiliary invariants: candidates from anywhere, kept if they are inductive.
//
// Candidates may be wrong; what is added to the invariants of a program
// has been shown to hold at every visit, whoever it comes from.
#ifndef INVARIANT_LEMMAS_H
#define INVARIANT_LEMMAS_H

#include "invariant/invariants.h"
#include "invariant/seen_states.h"

typedef struct lemmas lemmas;

lemmas *lemmas_new(invariants *of); // 'of' must outlive it
void lemmas_free(lemmas *m);

// Each conjunct of the formula, which is over the program's variables, is a
// candidate at that head, if all of these count there: what is set before it is
// read says nothing.
void lemmas_offer(lemmas *m, loc head, term formula);
// The same of an equation that is too hard for a solver: it becomes one only if
// it is plain to see that it is inductive.
void lemmas_offer_hard(lemmas *m, loc head, term equation);
// What runs have seen at that head, from now on: candidates that it refutes are
// none. It stays the caller's, and may grow; NULL: nothing was seen.
void lemmas_watch(lemmas *m, loc head, const seen_states *seen);
// Adds the conjuncts of the formula, which are known to be inductive with
// others that are taken at the same time, to the invariants. Returns how many
// were new.
uint32_t lemmas_take(lemmas *m, loc head, term formula);
// Adds the largest set of candidates that is inductive, with the invariants
// already known, to these. Returns how many were new; what failed stays a
// candidate for a while.
uint32_t lemmas_settle(lemmas *m, const limits *l);
double lemmas_spent(const lemmas *m); // seconds, in all calls of it

#endif
