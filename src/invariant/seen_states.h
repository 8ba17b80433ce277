// SPDX-License-Identifier: Apache-2.0
// What was seen at one head: values of its variables, state by state.
#ifndef INVARIANT_SEEN_STATES_H
#define INVARIANT_SEEN_STATES_H

#include "term/eval.h"
#include "term/walk.h"

typedef struct {
  term_vec variables; // bit-vectors of up to 64 bits
  VEC(uint64_t) values;
  VEC(uint32_t) runs; // of each state: the run it is from
  uint32_t states;
} seen_states;

void seen_states_clear(seen_states *g);
// Adds those variables to the set that some run has changed.
void seen_states_add_changed(const seen_states *g, term_set *changed);
// The evaluator then evaluates in that state.
void seen_states_set_state(const terms *tt, const seen_states *g,
                           uint32_t state, evaluator *e);
// Does the formula hold in all states seen?
bool seen_states_shows(const terms *tt, const seen_states *g, term formula);
// Sets is_wrong[i] where a state seen refutes the i-th formula. Nothing is said
// of formulas with other variables than those seen.
void seen_states_refute(const terms *tt, const seen_states *g,
                        const term *formulas, uint32_t count, bool *is_wrong);

#endif
