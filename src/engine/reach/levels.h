// SPDX-License-Identifier: Apache-2.0
// Frames as clauses: what holds at a head within so many steps of the entry.
//
// A cube is a conjunction of literals over predicates; a clause says that a
// head is not reached in a cube. Level i is what the first i steps never leave:
// the clauses of level i and of all higher ones, relative to the auxiliary
// invariants. What is in level i and takes a step is in level i + 1.
#ifndef ENGINE_REACH_LEVELS_H
#define ENGINE_REACH_LEVELS_H

#include "engine/predicate/precision.h"
#include "engine/reach/bounded.h"

typedef struct levels levels;

levels *levels_new(bounded *base); // which must outlive it
void levels_free(levels *v);
uint32_t levels_top(const levels *v); // the highest level
void levels_open(levels *v);          // one more, of all states

// Does edge e lead from a state in level i - 1, which is outside of the cube if
// that is at the same head, into the cube? (At a sink, the cube is empty.)
smt_status levels_ask(levels *v, edge e, uint32_t i, const term_vec *cube);
// After SMT_SAT: the literals of the predicates in the state before the step.
void levels_read_cube(levels *v, const precision *pi, term_vec *cube);

// Is there such a step into the cube at l, along any edge? Which one is in *by;
// if there is none, the cube is reduced to what is needed for that.
smt_status levels_reach(levels *v, loc l, uint32_t i, term_vec *cube, edge *by);
// Does a clause of level i or of a higher one exclude the cube?
bool levels_exclude(const levels *v, loc l, uint32_t i, const term_vec *cube);
// Level i has no step into the cube: adds a clause that says so of as large a
// cube as possible, to the highest level that it is known of.
void levels_block(levels *v, loc l, uint32_t i, term_vec *cube);

// Clauses that still hold one step further go there. SMT_UNSAT: some level is
// the same as the next one, and so closed under steps; *out is it, by location.
smt_status levels_push(levels *v, term *out);

#endif
