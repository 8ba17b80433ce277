// SPDX-License-Identifier: Apache-2.0
// What is known to hold at the heads of a program in large blocks: one formula
// for each location, inductive together.
//
// Engines take their auxiliary invariants from here. Candidates become
// invariants through invariant/lemmas.h alone, which proves them, and through
// invariant/exchange.h, which takes what other engines have proved.
#ifndef INVARIANT_INVARIANTS_H
#define INVARIANT_INVARIANTS_H

#include "base/env.h"
#include "encode/live.h"
#include "encode/transition.h"
#include "smt/solver.h"

struct candidates; // invariant/source.h

typedef struct invariants {
  const env *env;
  const program *original;        // candidates are formulas over its variables
  const program *program;         // made from it, in large blocks
  program *made;                  // the same, if it was made here
  const solver_backend *backend;  // who answers questions
  const struct candidates *given; // with the program; NULL: none
  terms *tt;
  transition *system; // the edges of 'program'; NULL: no time to make blocks
  term *invariant;    // by location id of 'program'
  var_vec *live;      // the same: variables that count there
  double start;       // of the search
} invariants;

// 'searched' is made from 'original' and becomes large blocks if it is not in
// blocks yet. False: a limit was hit on the way. In either case
// invariants_clear frees it. Nothing is known at first but 'true'.
bool invariants_init(invariants *i, const env *e, const program *original,
                     const program *searched, const solver_backend *backend);
void invariants_clear(invariants *i);

double invariants_elapsed(const invariants *i); // seconds since the start

#endif
