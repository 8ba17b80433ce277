// SPDX-License-Identifier: Apache-2.0
// Tracked expressions: linear forms over the state that get slots of their own.
//
// What a condition compares, say i and n, is worth knowing as a difference: the
// slot of n - i says more than those of i and n. Expressions are kept without
// their constant, with a positive first factor.
#ifndef DOMAIN_TRACKED_H
#define DOMAIN_TRACKED_H

#include "base/hmap.h"
#include "domain/lin.h"
#include "term/walk.h"

// An order between two values says more than their difference modulo 2^w.
typedef struct {
  term less; // x < y, signed or unsigned
} tracked_condition;

typedef struct {
  const flow *flow;
  term_map state;                    // the variables, and their indices
  VEC(lin) forms;                    // in order of their slots
  uint32_t first;                    // slot of the first one
  uint32_t most;                     // that may be tracked
  uint32_t depth;                    // operations in an atom at most
  VEC(tracked_condition) conditions; // their slots follow
  term_map by_condition;             // term of a condition -> index
  VEC(lin) compared;                 // single variables that conditions compare
  hmap by_hash;       // hash of a form -> index + 1 of the last one with it
  VEC(uint32_t) next; // chain of forms of the same hash, index + 1
} tracked;

// A form as a multiple of a tracked one: sign * slot + constant.
typedef struct {
  uint32_t slot;
  bool is_negative;
  wide constant;
} tracked_link;

void tracked_init(tracked *t, const flow *f, uint32_t most, uint32_t depth);
void tracked_clear(tracked *t);
// Tracks what conditions compare, and 'rounds' times what blocks make of what
// is tracked already.
void tracked_mine(tracked *t, uint32_t rounds);
// The form without its i-th part.
lin tracked_without(const lin *form, uint32_t i);
bool tracked_find(const tracked *t, const lin *form, tracked_link *out);
// Is t, or its negation, a tracked condition? Then 'slot' is its slot.
bool tracked_find_condition(const tracked *t, term condition, uint32_t *slot,
                            bool *is_negated);
// The condition i behind the block; none: the edge does not change it.
term tracked_condition_after(const tracked *t, const flow_edge *e, uint32_t i);
// The expression i behind the block of an edge, with its choices outside; none:
// the edge does not change it.
term tracked_after(const tracked *t, const flow_edge *e, uint32_t i);

#endif
