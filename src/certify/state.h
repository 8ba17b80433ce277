// SPDX-License-Identifier: Apache-2.0
// Symbolic states that share what they have in common.
//
// A state maps variable ids (from 1) to terms; a variable that was never set is
// TERM_NONE: it still has its initial value. States are immutable: setting one
// variable makes a new state that shares all other parts with the old one, so
// ten thousand locations with five thousand variables cost what their
// assignments cost. Nodes live in the space's arena.
#ifndef CERTIFY_STATE_H
#define CERTIFY_STATE_H

#include "base/arena.h"
#include "term/term.h"

typedef struct state_node state_node; // NULL: nothing was set
typedef const state_node *state;

typedef struct {
  arena *mem;
  uint32_t height; // number of inner layers above the leaves
} state_space;

// A space for ids up to 'max_id'.
state_space state_space_make(arena *mem, uint32_t max_id);

term state_get(const state_space *s, state m, uint32_t id);
state state_set(const state_space *s, state m, uint32_t id, term t);

// A state that agrees with a and b where these agree; elsewhere 'combine' says
// (it may get TERM_NONE for one side). Parts that both share are not visited.
typedef term (*state_combine)(void *data, uint32_t id, term a, term b);
state state_merge(const state_space *s, state a, state b, state_combine combine,
                  void *data);

// Shows the variables in which a and b differ, until 'see' returns false.
// Returns whether it always returned true.
typedef bool (*state_see)(void *data, term a, term b);
bool state_compare(const state_space *s, state a, state b, state_see see,
                   void *data);

#endif
