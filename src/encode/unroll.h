// SPDX-License-Identifier: Apache-2.0
// Unrolling, extended step by step.
//
// Frame k describes the states after exactly k edges: for each location a
// condition under which it is reached and the values of all variables there,
// as terms over the initial state and the inputs of each step (input i of step
// k is a variable of its own: unroll_input). Frame 0 has the variables' own
// terms as its state, in both modes:
//  - UNROLL_SUBSTITUTE writes values out as functions: constants fold through.
//  - UNROLL_CUT gives each frame variables of its own: one Bool per location
//    that is reached, and one per program variable that the step before may
//    have changed (others keep theirs). unroll_transition relates them to the
//    frame before; nothing folds across, as interpolation needs it. 'Reached'
//    is then the location's Bool: at most one of a frame holds if all
//    transitions before it do.
#ifndef ENCODE_UNROLL_H
#define ENCODE_UNROLL_H

#include "base/limits.h"
#include "program/program.h"

typedef enum { UNROLL_SUBSTITUTE, UNROLL_CUT } unroll_mode;
typedef struct unroller unroller;

// Frame 0 is at location 'start' (usually the entry).
unroller *unroll_new(const program *p, loc start, unroll_mode mode);
void unroll_free(unroller *u);
uint32_t unroll_depth(const unroller *u); // number of the last frame
// Adds a frame. False: a limit was hit, and nothing was added.
bool unroll_extend(unroller *u, const limits *l);

// The locations of frame k whose 'reached' is not plainly false.
const loc_vec *unroll_locations(const unroller *u, uint32_t k);
// Condition under which location l is reached after exactly k edges (false if
// it is not).
term unroll_reached(const unroller *u, uint32_t k, loc l);
// Condition under which some location that is no sink is reached after k
// edges: the path can go on.
term unroll_alive(const unroller *u, uint32_t k);
// Value of variable v in frame k at location l (requires reached not false).
term unroll_state(unroller *u, uint32_t k, loc l, var v);
// The formula over the program's variables, said of their values in frame k at
// location l (requires reached not false).
term unroll_said(unroller *u, uint32_t k, loc l, term formula);
// The variable that stands for input i in the step from frame k to k + 1;
// TERM_NONE if that step did not use it.
term unroll_input(const unroller *u, uint32_t k, term input);
// UNROLL_CUT: the constraint that relates frame k and frame k + 1 (true in
// SUBSTITUTE mode).
term unroll_transition(const unroller *u, uint32_t k);

#endif
