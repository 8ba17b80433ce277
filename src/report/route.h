// SPDX-License-Identifier: Apache-2.0
// An error path for people: the steps of a trace with what each changed.
//
// Made by executing the trace on the program, so it shows what happens, not
// what an engine believes.
#ifndef REPORT_ROUTE_H
#define REPORT_ROUTE_H

#include "base/limits.h"
#include "program/program.h"
#include "result/result.h"

typedef struct {
  var variable;
  value value;
  value index;      // of an array: the changed element; else VALUE_NONE
  bool is_relevant; // a later condition on this path depends on it
} route_change;

typedef struct {
  term input;
  value value;
} route_input;

typedef struct {
  edge edge;
  uint32_t first_change, change_count; // in route.changes
  uint32_t first_input, input_count;   // in route.inputs
} route_step;

// Rounds of a loop that a short report leaves out.
typedef struct {
  uint32_t first, end; // steps [first, end)
  uint32_t rounds;
  loc head;
} route_fold;

typedef struct {
  const program *program;
  VEC(route_step) steps;
  VEC(route_change) changes;
  VEC(route_input) inputs;
  VEC(route_fold) folds; // by 'first', disjoint
  bool is_complete;      // ends in the error
  const char *error;     // what is wrong there; NULL if it is not complete
  uint64_t skipped;      // steps before the first one that is recorded
  arena *mem;            // large values
} route;

// Whether the place is in a text that is the tool's own, a model of the C
// library, which says nothing to those who do not look for it.
bool route_is_library(source_pos pos);
// Whether the step, unless it ends in the error, begins at such a place.
bool route_in_library(const route *v, const route_step *s);

route *route_new(const program *p, const trace *t, const limits *l);
void route_free(route *v);

// What a step of kind error or call says: of the last one, what is wrong there.
// NULL: nothing.
const char *route_text(const route *v, const route_step *s);

// The edge that the trace ends with, and what is wrong there; EDGE_NONE, and
// nothing: it could not be run in time. 'message' may be NULL.
edge route_last_edge(const program *p, const trace *t, const limits *l,
                     strbuf *message);
// The property that the trace violates.
property_kind route_violation(const program *p, const trace *t,
                              const limits *l);

#endif
