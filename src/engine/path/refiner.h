// SPDX-License-Identifier: Apache-2.0
// What the engines that refine an abstraction along paths have in common.
//
// They find paths to sinks in some abstraction. A path that can be executed is
// the answer; one that cannot is refuted by interpolants, with which the engine
// makes its abstraction finer. In the end there are no paths left, and what the
// abstraction knows at each location is the evidence.
#ifndef ENGINE_PATH_REFINER_H
#define ENGINE_PATH_REFINER_H

#include "engine/engine.h"
#include "engine/path/trail.h"

typedef enum { REFINER_GO_ON, REFINER_DONE } refiner_status;

typedef struct {
  const engine_task *task;
  const env *env;
  const program *p;
  terms *tt;
  result *result; // filled where a function returns REFINER_DONE
  trail *trail;
  // The path to examine: edges from the entry, and what is known on the way
  // (edges + 1 formulas, or none at all).
  edge_vec path;
  term_vec labels;
  // Of a path that was refuted: what holds after each edge.
  term_vec interpolants;
  uint64_t steps;        // of refinement
  bool is_plain;         // nobody wants interpolants
  bool minimizes_proofs; // conjuncts that a proof does not need are left out of
                         // it
} refiner;

void refiner_init(refiner *r, const engine_task *task, const char *name);
void refiner_clear(refiner *r); // all but the result

// Looks at the path, which ends in a sink other than the end. REFINER_GO_ON: it
// is refuted, and the interpolants are there if somebody wants them.
refiner_status refiner_examine(refiner *r);

// One more step of refinement is done.
void refiner_count_step(refiner *r);

// Unknown: for a limit if one was hit, else because of 'what': 'reason'.
refiner_status refiner_give_up(refiner *r, const char *what,
                               const char *reason);
// True: invariant(data, l) is what is known at a location of the searched
// program, inductive and free of errors.
refiner_status refiner_prove(refiner *r, term (*invariant)(void *data, loc l),
                             void *data);

#endif
