// SPDX-License-Identifier: Apache-2.0
// Paths of blocks: feasible or not, and why not.
//
// A trail is a list of connected edges of the searched program. Formulas may be
// assumed on the way. If it is feasible, and starts at the entry, a concrete
// run of the original program repeats it; if it is not, interpolants say so
// with one formula per location on the way. Engines that refine along paths
// share this.
#ifndef ENGINE_PATH_TRAIL_H
#define ENGINE_PATH_TRAIL_H

#include "engine/engine.h"
#include "smt/solver.h"

typedef struct trail trail;

trail *trail_new(const engine_task *task);
void trail_free(trail *t);

// Is there an execution along the n >= 1 edges? 'labels' may be NULL, or has n
// + 1 formulas over the program's variables: label k is true after k edges
// (none: nothing is known there).
smt_status trail_check(trail *t, const edge *edges, uint32_t n,
                       const term *labels);

// After SMT_SAT on a trail from the entry: runs the original program along the
// trail. True: it arrived at a sink; 'last' is the edge into it. False: a limit
// stopped it.
bool trail_replay(trail *t, edge *last);
void trail_record(const trail *t, result *r); // the run, as evidence

// After SMT_UNSAT: an inductive sequence of formulas over the program's
// variables, relative to the labels. out[k] holds after k + 1 edges (k < n);
// 'true' is where the sequence starts, and the last one contradicts label n (is
// 'false' if there is none). False: given up.
bool trail_interpolate(trail *t, term *out);

// Why the last SMT_UNKNOWN or false came about.
const char *trail_reason(const trail *t);

#endif
