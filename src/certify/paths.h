// SPDX-License-Identifier: Apache-2.0
// Path formulas between labelled locations, made by the judge for itself.
//
// Works level by level: a level holds all paths from the starts of that level
// to the next labelled location or sink. The terms live in a table of their
// own that does not simplify. Nothing the program promises about its edges is
// relied upon: guards may overlap, inputs may be shared between locations.
//
//   paths *ps = paths_new(p, cuts);
//   paths_start(ps, entry, true);
//   while (...) {
//     paths_level(ps, limits);
//     ... ps->bad: conditions under which a bad sink is reached
//     ... ps->arrivals: labelled locations that end a path of this level
//     for each arrival that may go on: paths_go_on(ps, i, condition);
//   }
#ifndef CERTIFY_PATHS_H
#define CERTIFY_PATHS_H

#include "base/limits.h"
#include "certify/cuts.h"
#include "certify/image.h"
#include "certify/known.h"
#include "certify/state.h"
#include "program/program.h"

typedef struct {
  loc at;
  term reached; // condition over initial state, inputs and choices
  state values; // of the variables there, where it is reached
  known facts;  // that hold where it is reached
} paths_arrival;

typedef VEC(paths_arrival) paths_arrivals;

// Which paths to a location go on apart. That has no influence on what is true
// of a level. Where states are few, conditions on their paths are decided by
// computing alone; where they are many, formulas are linear in the edges only
// if paths are joined. Apart, paths know the conditions that they have passed.
typedef enum {
  PATHS_JOINED,    // none
  PATHS_CONSTANTS, // those on which a variable has different constants
  PATHS_STATES     // those on which a variable has different values
} paths_mode;

typedef struct {
  // For the user of a level.
  terms *tt;               // owned; does not simplify
  paths_arrivals arrivals; // at labels, perhaps several at one of them
  paths_arrivals bad;      // at error, bound and unsupported sinks; no values
  paths_mode mode; // of the next level; is lower after one of too many paths

  // Inside.
  const program *program;
  const cuts *cuts;
  image *image; // reads terms of the program in 'current'
  arena *mem;
  state_space space;
  term *own; // by variable id: its term, the initial value
  state current;
  paths_arrivals *incoming; // by location id: of this level
  paths_arrivals next;      // starts of the level to come
  VEC(uint32_t) heap;       // ranks of locations that are reached, not done
  loc_vec ends;             // labels and bad sinks reached in this level
  paths_arrivals parts;     // of the location being followed
  paths_arrivals part;      // that is being joined
  edge_vec out;             // that are being followed
  uint32_t spare;           // further visits that paths apart may cost
} paths;

// Requires: no cycle is uncut. 'c' must outlive the paths.
paths *paths_new(const program *p, const cuts *c);
void paths_free(paths *ps);

// A start of the next level, in the initial state. Starts that are to be tried
// independently need conditions that can hold alone.
void paths_start(paths *ps, loc at, term condition);
// The same in another state, that of 'start'.
void paths_start_in(paths *ps, const paths_arrival *start, term condition);
// The i-th arrival of the level just built starts the next one, under
// 'condition' (normally its own 'reached', perhaps strengthened).
void paths_go_on(paths *ps, uint32_t i, term condition);
// Builds the level from all starts given since the last one, in time linear in
// the edges of its paths. False: a limit was hit.
bool paths_level(paths *ps, const limits *l);

// A formula, or any other term, over the program's variables (a term of the
// program's table) in the state of an arrival, where that is reached.
term paths_formula(paths *ps, const paths_arrival *a, term formula);
// The same for many: 'paths_read' is in the state that was entered last.
void paths_enter(paths *ps, const paths_arrival *a);
term paths_read(paths *ps, term formula);

// Connectives that leave out true and false arguments, and little else.
term paths_and(terms *tt, term a, term b);
term paths_or(terms *tt, term a, term b);

#endif
