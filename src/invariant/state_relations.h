// SPDX-License-Identifier: Apache-2.0
// Candidates for auxiliary invariants, from states that were seen.
#ifndef INVARIANT_STATE_RELATIONS_H
#define INVARIANT_STATE_RELATIONS_H

#include "invariant/lemmas.h"
#include "invariant/seen_states.h"

// Offers the linear equations, the orders of two variables, and the multiples
// of one that bound another, that hold in all states; and the equations that
// hold in all states on one side of a condition. 'changed': variables that
// loops change; what is only about others is mostly an accident of the runs.
void state_relations_offer(lemmas *m, terms *tt, loc head, const seen_states *g,
                           const term_vec *conditions, const term_set *changed);

#endif
