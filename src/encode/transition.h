// SPDX-License-Identifier: Apache-2.0
// A program as a transition system over a program counter and the state.
//
// Engines that reason about "one step" and "k steps" see any number of loops
// as one: a state is a location (the program counter) and the values of the
// variables, and a step is one block. The counter has few values, so it is not
// a variable of the formulas but split into its cases: a set of states is one
// formula per location, over the program's variables. With a single loop
// nothing is left of the counter; with several, no formula mixes what holds at
// one of them with what holds at another.
//
// The locations are those of a (large-block) program but the entry, in which
// every execution starts, and the sinks: its 'heads'. 'Bad' are the sinks
// error, bound and unsupported, which a proof must exclude.
#ifndef ENCODE_TRANSITION_H
#define ENCODE_TRANSITION_H

#include "base/limits.h"
#include "program/program.h"

typedef struct transition transition;

transition *transition_new(const program *p); // p must outlive it
void transition_free(transition *t);
const loc_vec *transition_heads(const transition *t);

// --- many steps ------------------------------------------------------------
// Unrolls what follows location 'from', in any state, to k steps. False: a
// limit was hit.
bool transition_unroll(transition *t, loc from, uint32_t k, const limits *l);
// A bad sink is reached after exactly k steps, or after 1 to k, from 'from': a
// formula over its state and inputs named anew. Requires the unrolling.
term transition_bad(transition *t, loc from, uint32_t k);
term transition_bad_within(transition *t, loc from, uint32_t k);
// After k steps from 'from', wherever the program is then, the formula of that
// location holds. 'formulas' by location id, none: true. Requires the
// unrolling.
term transition_holds_after(transition *t, loc from, uint32_t k,
                            const term *formulas);
// k steps from 'from' lead to 'to', with the formulas (as above) at 'from' and
// wherever the program is before: a formula over the given variables, which
// have the values there, and the names before. Requires the unrolling.
term transition_come(transition *t, loc from, uint32_t k, loc to,
                     const term *formulas, const term_vec *variables);
// The states after i and after j steps from 'from' are the same, at the same
// head. 'matters' by variable id: the variables that count.
term transition_same(transition *t, loc from, uint32_t i, uint32_t j,
                     const bool *matters);

// --- one step --------------------------------------------------------------
// The formula behind e, said of the state and the inputs before.
term transition_behind(transition *t, edge e, term after);
// Taking e is possible, and then 'after' holds: a formula over the state and
// the inputs before.
term transition_take(transition *t, edge e, term after);
// A formula over the state, said of the state before a step: its variables
// have other names.
term transition_before(transition *t, term formula);
// Taking e from a state before that satisfies 'start' leads to the given
// variables' values: a formula over these and the names before. (Inputs have
// their own names, which no unrolling uses.)
term transition_arrive(transition *t, edge e, term start,
                       const term_vec *variables);

#endif
