// SPDX-License-Identifier: Apache-2.0
// Path conditions: when a place in the code is reached.
//
// A condition is a node in a tree; it stands for the conjunction of the
// literals on the way from the root. Going on from a condition adds a child,
// and joining two of them goes back to their common ancestor: after both
// branches of an 'if' the condition is again the one before it, and values of
// the two branches are told apart by the branch's own condition, not by all
// that was decided before.
//
// Conditions that are joined or told apart must exclude each other; those of
// different paths through disjoint edges do.
#ifndef ENCODE_PATH_H
#define ENCODE_PATH_H

#include "term/term.h"

typedef struct {
  uint32_t id; // 0: never reached
} path;

#define PATH_NEVER ((path){0})
#define PATH_ALWAYS ((path){1})

// Where a literal comes from: outcomes [first, last] of one visit to a
// location whose out-edges exclude each other. 'total' is the number of
// outcomes if they cover everything, else 0.
typedef struct {
  uint32_t site; // unique per visit; 0: not from one place
  uint32_t first, last;
  uint32_t covered; // how many outcomes the literal stands for
  uint32_t total;
} path_choice;

typedef struct {
  path parent;
  path jump; // an ancestor, for logarithmic search
  uint32_t depth;
  term literal;
  path_choice choice;
  path below; // 'relative' is the conjunction from there down
  term relative;
} path_node;

typedef struct {
  terms *tt;
  VEC(path_node) nodes;
  VEC(uint32_t) stack;
} path_pool;

void path_pool_init(path_pool *pool, terms *tt);
void path_pool_clear(path_pool *pool);
void path_pool_reset(path_pool *pool); // forgets all conditions

path path_extend(path_pool *pool, path p, term literal, path_choice choice);
path path_join(path_pool *pool, path a, path b);
// A formula that holds whenever a does and fails whenever b does.
term path_separator(path_pool *pool, path a, path b);
term path_formula(path_pool *pool, path p); // the whole conjunction

#endif
