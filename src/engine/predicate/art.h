// SPDX-License-Identifier: Apache-2.0
// Abstract reachability trees.
//
// A node is a location and an abstract state; its children are abstract
// successors under the edges of the program. A node is covered if an expanded
// node at the same location has a larger state: it then needs no children. The
// tree is complete once no node waits.
//
// A removed node leaves its number behind, dead.
#ifndef ENGINE_PREDICATE_ART_H
#define ENGINE_PREDICATE_ART_H

#include "base/strbuf.h"
#include "engine/predicate/precision.h"
#include "engine/predicate/region.h"
#include "engine/path/tree.h"

typedef enum {
  NODE_DEAD,     // removed
  NODE_WAITING,  // to be expanded (or covered)
  NODE_EXPANDED, // all edges have been tried
  NODE_COVERED,
  NODE_SINK // has no successors
} node_status;

// What a node is besides its place in the tree.
typedef struct {
  uint32_t slot; // NODE_EXPANDED: where it is in its location's list
  node_status status;
  region state;
  uint32_t tracked; // so many of the location's predicates took part
  term formula;     // of the state; none: not made yet
} art_node;

typedef struct art art;

// Takes over a root at the entry with the state 'true'.
art *art_new(const program *p, regions *rs, search_word order);
void art_free(art *a);

// The next node that waits and is covered by no other; it counts as expanded
// from now on. 0: the tree is complete.
uint32_t art_next(art *a);
// Valid until the next art_add.
art_node *art_get(const art *a, uint32_t node);
const tree *art_tree(const art *a);
// Adds a child, which waits (or is a sink); takes over 'state'.
uint32_t art_add(art *a, uint32_t parent, edge via, region state,
                 uint32_t tracked);
// Removes a node that is not the root, with all below it. Nodes covered by
// these wait again, and so does its parent, whose edges without a child are to
// be tried again.
void art_remove(art *a, uint32_t node);

uint32_t art_size(const art *a); // nodes that are not dead
// The union of the states at l; counted.
region art_states_at(art *a, loc l);
// As a Graphviz graph. Dotted: from a covered node to the one that covers it.
void art_print_dot(const art *a, const precision *pi, const program *p,
                   strbuf *out);

#endif
