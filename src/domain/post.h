// SPDX-License-Identifier: Apache-2.0
// What a block does to an abstract state.
//
// A state has a set for each slot; NULL stands for all values. The sets of a
// state are immutable and live in some arena.
#ifndef DOMAIN_POST_H
#define DOMAIN_POST_H

#include "domain/tape.h"

typedef struct {
  const vset **slots;
} state;

typedef struct {
  uint32_t index;
  const vset *old;
} post_change;

// How much work is spent on precision.
typedef struct {
  uint32_t arcs;   // of a set
  uint32_t cone;   // operations looked at in a case distinction
  uint32_t cases;  // of one case distinction at most; 0: none is made
  uint32_t passes; // of propagation
} post_effort;

// Asked often whether to give up.
typedef struct {
  bool (*is_over)(void *data);
  void *data;
} patience;

typedef struct {
  const vtype *types; // of the slots
  uint32_t slot_count;
  post_effort effort;
  arena *scratch;           // reset by every post_edge
  const tape *tape;         // being evaluated
  VEC(const vset *) values; // by node
  VEC(post_change) trail;
  VEC(uint32_t) stamps; // by node: last cone that it was in
  uint32_t stamp;
  VEC(uint32_t) cone;
  bool is_trailing;
  bool is_changed;      // since the flag was last cleared
  const vset *bits[4];  // nothing, 0, 1, both
  const vset *tops[65]; // by width; 0: all other types
  arena *own;
  patience patience;
  uint32_t distinctions;
  bool is_stopped; // patience was over: answers mean nothing any more
} post;

void post_init(post *x, const vtype *types, uint32_t slot_count,
               post_effort effort, patience p);
void post_clear(post *x);

// The state behind the block, in 'out', which has room for all slots. False:
// there is none, the block cannot be passed. Sets in 'out' are those of 'in' or
// live until the next call.
bool post_edge(post *x, const tape *t, const state *in, state *out);
// On which slots does it depend whether the block can be passed in that state?
// is_open has room for all. Sets of an earlier post_edge are gone.
void post_find_open(post *x, const tape *t, const state *in, uint8_t *is_open);

#endif
