// SPDX-License-Identifier: Apache-2.0
// The analysis of a whole program with one precision.
//
// A location has cells, one for each combination of values of the key slots
// that was met there (none: one cell). A cell is a state; its location's
// invariant is the disjunction of its cells.
#ifndef DOMAIN_FIXPOINT_H
#define DOMAIN_FIXPOINT_H

#include "domain/flow.h"
#include "domain/post.h"

typedef struct {
  post_effort effort;
  uint32_t joins;      // visits of a loop head before its sets are widened
  uint32_t stops;      // visits in which they are widened to thresholds
  uint32_t narrowings; // passes that regain precision
  uint32_t cells;      // of a location at most; 1: key slots do not count
  uint32_t pieces;     // into which a state is divided by its key slots at most
} fixpoint_effort;

typedef struct {
  const flow *flow;
  const wto *order;
  const tape *tapes; // by edge
  const vtype *types;
  uint32_t slot_count;
  const uint32_t *keys; // slots
  uint32_t key_count;
  fixpoint_effort effort;
  patience patience;
} fixpoint_task;

typedef struct {
  uint32_t location;
  const wide *key; // one number per key slot; VSET_INF: not told apart
  state state;
  state next; // while narrowing: what comes in
  bool has_next;
  bool is_gone;    // narrowing found that nothing comes in: not reachable
  bool is_dirty;   // grew since its successors were made
  uint32_t visits; // in which it grew
} cell;

typedef VEC(uint32_t) cell_list;

// What happens to states that come in.
typedef enum {
  COMING_IN_GROWS,
  COMING_IN_NARROWS,
  COMING_IN_IS_CHECKED
} coming_in;

typedef struct {
  fixpoint_task task;
  arena *mem;
  post post;
  VEC(cell) cells;
  cell_list *at;     // by location: its cells
  bool *is_head;     // by location: widening happens here
  thresholds *stops; // by width; 0: numbers
  bool reaches_bad;  // some bad sink could not be excluded
  uint64_t steps;    // blocks evaluated
  // working storage
  state out;
  coming_in mode;
  bool is_inductive; // of the check
} fixpoint;

// False: patience was over, and there is no result. To be cleared in any case.
bool fixpoint_run(fixpoint *x, const fixpoint_task *task);
void fixpoint_clear(fixpoint *x);

#endif
