// SPDX-License-Identifier: Apache-2.0
// What was seen at one head: values of its variables, state by state.
#ifndef ENGINE_LEMMA_SIGHT_H
#define ENGINE_LEMMA_SIGHT_H

#include "term/eval.h"

typedef struct {
  term_vec variables; // bit-vectors of up to 64 bits
  VEC(uint64_t) values;
  VEC(uint32_t) runs; // of each state: the run it is from
  uint32_t states;
} sight;

void sight_clear(sight *g);
// The evaluator then evaluates in that state.
void sight_set_state(const terms *tt, const sight *g, uint32_t state,
                     evaluator *e);
// Does the formula hold in all states seen?
bool sight_shows(const terms *tt, const sight *g, term formula);
// Sets is_wrong[i] where a state seen refutes the i-th formula. Nothing is said
// of formulas with other variables than those of the sight.
void sight_refute(const terms *tt, const sight *g, const term *formulas,
                  uint32_t count, bool *is_wrong);

#endif
