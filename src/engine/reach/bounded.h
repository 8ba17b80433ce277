// SPDX-License-Identifier: Apache-2.0
// What the engines that look for a set of states between what is reached and
// what is bad have in common: imc, ismc, dar, pdr.
//
// They go bound by bound. For each bound, bounded model checking searches the
// paths of that length for errors, the inductive step of k-induction is tried
// where it is cheap, auxiliary invariants are collected, and then the engine's
// own phase looks for a proof.
#ifndef ENGINE_REACH_BOUNDED_H
#define ENGINE_REACH_BOUNDED_H

#include "engine/induction/inductive.h"
#include "invariant/auxiliary.h"

typedef enum {
  PHASE_PROVED,   // or answered: the result is filled, or 'proof' is
  PHASE_TOO_WEAK, // the bound should grow
  PHASE_STOPPED,  // sinks that no proof excludes are reached
  PHASE_GAVE_UP   // limits, or an interpolation that failed
} phase_status;

typedef struct bounded {
  inductive base;
  auxiliary *auxiliary; // NULL: no auxiliary invariants are wanted
  strengthen_word strengthen;
  uint32_t locations;   // of the program in blocks, and one more
  uint32_t bound;       // k
  uint32_t depth;       // of bounded_deepen
  const limits *limits; // of the phase
  uint32_t learned;     // auxiliary invariants since the last try of the bound
  double falsifying;    // seconds of bounded model checking
} bounded;

// False: a limit was hit, and bounded_end gives the result. Initializes in
// place: 'b' must not be moved.
bool bounded_init(bounded *b, const engine_task *task, const char *name);
result *bounded_end(bounded *b);

// Goes on until there is an answer. 'phase' is one try of the bound, which may
// be tried again when there are new invariants. When it is called, no path of
// bound + 1 blocks from the entry leads to an error.
void bounded_search(bounded *b, phase_status (*phase)(void *data), void *data);

// The same for engines that go one step deeper at a time. 'deepen' is one step:
// it sets 'depth', so that no path of so many blocks from the entry leads to an
// error. A phase deepens until that is beyond the bound; a step that gave up is
// tried again in the next phase.
void bounded_deepen(bounded *b, phase_status (*deepen)(void *data), void *data);

void bounded_poll(bounded *b); // for auxiliary invariants

// Is the set of states at l within the other one, the invariants being true in
// all states if --strengthen allows to say so?
smt_status bounded_covers(bounded *b, loc l, term set, term other);

// The states at l that count as bad: none, or, with --strengthen property,
// those outside of the invariants.
term bounded_outside(const inductive *i, loc l);

// A set of states was found that is not covered: counts it, and its parts may
// become auxiliary invariants.
void bounded_add_set(bounded *b, loc l, term set);

// A table of one term for each location, all the same.
term *bounded_table(const bounded *b, term each);

#endif
