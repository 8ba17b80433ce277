// SPDX-License-Identifier: Apache-2.0
// Concrete execution: the reference meaning of a program.
//
// The oracle is asked for the value of each input of the current location's
// out-edges, in the order of the edges and of their input lists, each input
// once per visit. The observer sees each executed edge. Engines turn models
// into traces with this, and certification replays traces with it.
#ifndef PROGRAM_RUN_H
#define PROGRAM_RUN_H

#include "base/limits.h"
#include "num/value.h"
#include "program/coverage.h"
#include "term/eval.h"

typedef struct {
  // Initial value of a variable; VALUE_NONE gives the default (zero).
  value (*initial)(void *data, var v);            // may be NULL
  value (*input)(void *data, loc at, term input); // VALUE_NONE: the default
  // After edge e ran. 'state' holds all variables (by their terms), after the
  // edge; the inputs it consumed are still set. Return false to stop.
  bool (*step)(void *data, edge e, evaluator *state); // may be NULL
  void *data;
  // For the first 'blind' steps the observer is called with a NULL state: they
  // are executed by compiled blocks, a hundred times as fast. An observer that
  // looks at edges alone (or none) says RUN_BLIND.
  uint64_t blind;
  // For the first 'unseen' steps, no more than 'blind', it is not even called.
  uint64_t unseen;
  // Before edge e runs, in the state and with the inputs that it runs in. Only
  // for steps after which the observer sees a state.
  void (*before)(void *data, edge e, evaluator *state); // may be NULL
  coverage *counted; // of the choices of all runs; may be NULL
} run_hooks;

#define RUN_BLIND UINT64_MAX

typedef enum {
  RUN_SINK,    // reached a sink: 'at' is it
  RUN_STUCK,   // no guard holds at 'at'
  RUN_STOPPED, // the observer or a limit stopped it, or the budget is used up
} run_end;

typedef struct {
  run_end end;
  loc at;
  uint64_t steps;
  edge last; // executed last; EDGE_NONE: none
} run_outcome;

// Executes from the entry until it ends, or 'budget' steps are done.
run_outcome program_run(const program *p, const run_hooks *hooks,
                        uint64_t budget, const limits *l);

// The same in portions.
typedef struct runner runner;
runner *runner_new(const program *p, const run_hooks *hooks); // at the entry
void runner_free(runner *r);
void runner_restart(runner *r); // at the entry again; asks for initial values
// The same at another location, in the state that the initial values are.
void runner_restart_at(runner *r, loc at);
// Goes on until 'budget' steps are done since the (re)start.
run_outcome runner_continue(runner *r, uint64_t budget, const limits *l);
// What a variable is now; valid until the next step.
value runner_value(runner *r, var v);

#endif
