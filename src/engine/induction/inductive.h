// SPDX-License-Identifier: Apache-2.0
// What the engines that prove by induction have in common.
//
// They search the program in large blocks as a transition system, have bounded
// model checking beside them as the falsifier, know invariants that hold at its
// heads (invariant/invariants.h), and end with invariants as evidence.
#ifndef ENGINE_INDUCTION_INDUCTIVE_H
#define ENGINE_INDUCTION_INDUCTIVE_H

#include "engine/bmc.h"
#include "invariant/invariants.h"

typedef struct inductive {
  engine_task task; // its program is in large blocks
  invariants known;
  terms *tt;          // the same as that of 'known', like the next two
  transition *system; // NULL: there was no time to make the blocks
  term *invariant;    // by location id: holds there; inductive together
  bmc *falsifier;
  solver *solver;   // of questions about the system
  bool is_hopeless; // no proof is possible: a sink that is no error is reached
  bool keeps_all;   // a proof is not minimized: the questions would be too hard
} inductive;

// False: a limit was hit, and inductive_end gives the result. Initializes in
// place: 'i' must not be moved.
bool inductive_init(inductive *i, const engine_task *task, const char *name);
result *inductive_end(inductive *i);

double inductive_elapsed(const inductive *i); // seconds since the start

typedef enum {
  STEP_HOLDS,
  STEP_FAILS,  // some k steps end badly
  STEP_UNKNOWN // limits
} step_status;

// Is no bad sink reached k steps behind any head, if the invariants hold at
// all visits on the way? 'simple' by variable id: if not NULL, paths that come
// back to a state, which these variables make up, do not count.
step_status inductive_step(inductive *i, uint32_t k, const bool *simple,
                           const limits *l, uint32_t conflicts);

// Is it plain, without a solver, that no bad sink is one step behind any head
// where the invariants hold? Products of variables are easier to see through
// than to search.
bool inductive_step_deduced(inductive *i, const limits *l);

// Is no bad sink reached within the frames that were searched for errors? If
// one is, no proof is possible.
bool inductive_base(inductive *i);

// A smaller k for which the step holds as well, or k: the smaller, the easier
// to check, and what is 1-inductive can be minimized.
uint32_t inductive_least_k(inductive *i, uint32_t k);

// The program is safe: the formulas (by location id; NULL: all true) and the
// invariants are k-inductive together, and no error is within reach.
void inductive_prove(inductive *i, uint32_t k, const term *formulas);

#endif
