// SPDX-License-Identifier: Apache-2.0
// Trees of paths through a program, some of whose nodes are covered by others.
//
// A node stands for the path from the root to it. A covered node needs no
// successors, because the node that covers it has them. What a node knows, and
// what covering means, is up to the engine.
//
// Nodes are numbered from 1 (the root) and numbers are not used again.
#ifndef ENGINE_PATH_TREE_H
#define ENGINE_PATH_TREE_H

#include "program/program.h"

typedef VEC(uint32_t) node_list;

typedef struct {
  loc at;
  edge via;        // from the parent
  uint32_t parent; // 0: the root
  uint32_t depth;  // edges from the root
  uint32_t first_child, next_sibling;
  uint32_t covered_by;    // the node that does; 0: none
  uint32_t first_covered; // nodes that this one covers
  uint32_t next_covered;
} tree_node;

typedef struct {
  const program *p;
  VEC(tree_node) nodes; // node 0 does not exist
  uint32_t covered;     // how many are
} tree;

// A root at the entry of p.
void tree_init(tree *t, const program *p);
void tree_clear(tree *t);

// Valid until the next tree_add.
static inline tree_node *tree_get(const tree *t, uint32_t node) {
  assert(node > 0 && node < t->nodes.len);
  return &t->nodes.data[node];
}
static inline uint32_t tree_count(const tree *t) { return t->nodes.len - 1; }

uint32_t tree_add(tree *t, uint32_t parent, edge via); // a child
// Cuts the way from its parent to the node, which is not the root.
void tree_unlink(tree *t, uint32_t node);
bool tree_has_child(const tree *t, uint32_t node, edge e);

void tree_cover(tree *t, uint32_t node, uint32_t by); // neither is covered
void tree_uncover(tree *t, uint32_t node);            // requires: it is covered

// The node and all below it, parents first.
void tree_below(const tree *t, uint32_t node, node_list *out);
// The edges from the root to the node.
void tree_path(const tree *t, uint32_t node, edge_vec *out);
// The deepest node that both are below (or are).
uint32_t tree_meet(const tree *t, uint32_t a, uint32_t b);

#endif
