// SPDX-License-Identifier: Apache-2.0
// Concrete runs of the original program, guided by a model of its unrolling.
//
// The unrolled program may be sliced and summarized. Its inputs are those of
// the original, and its frame number grows where the concrete run arrives at a
// location that stands for one of the unrolled program's: so a model tells
// every input on the way. Where it tells nothing, or ends, the run goes on
// with the last value of the same input, which tends to stay in loops.
#ifndef ENGINE_RUN_GUIDED_H
#define ENGINE_RUN_GUIDED_H

#include "base/hmap.h"
#include "encode/unroll.h"
#include "engine/engine.h"
#include "program/run.h"
#include "smt/solver.h"

typedef struct {
  run_outcome run;
  uint32_t frame; // of the last unrolled location that was visited
  edge last;      // edge into the end of the run; may be none
} guided_outcome;

// How a model speaks of inputs.
typedef struct {
  // The variable that stands for the input in the step behind that frame;
  // TERM_NONE: that step does not use it.
  term (*input)(const void *data, uint32_t frame, term input);
  uint32_t (*depth)(const void *data); // the last frame
  const void *data;
} guide_plan;

typedef struct {
  const engine_task *task;
  guide_plan plan;
  run_hooks hooks;
  runner *runner;
  bool *is_unrolled; // by location of the original
  hmap last_input;   // input -> index in 'inputs' of its last value
  VEC(trace_input) inputs;
  VEC(trace_initial) initial;
  arena *values; // of the two above
  // The current run:
  solver *model; // may be NULL
  uint32_t last_frame;
  uint64_t free_work; // that it may still do where no model guides it
  guided_outcome outcome;
} guide;

// Initializes in place: 'g' must not be moved until guide_clear.
void guide_init(guide *g, const engine_task *task, const unroller *u);
// For a model of anything else whose frame 0 is the initial state.
void guide_init_by(guide *g, const engine_task *task, guide_plan plan);
void guide_clear(guide *g);

// Runs the original program along the model, and then for 'free_work' edges
// and assignments further, but not beyond frame 'last_frame'. 'model' must have
// a model of the whole unrolling, or be NULL.
guided_outcome guide_run(guide *g, solver *model, uint32_t last_frame,
                         uint64_t free_work);
// Copies what the last run was fed with.
void guide_record(const guide *g, result *r);

#endif
