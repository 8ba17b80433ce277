// SPDX-License-Identifier: Apache-2.0
// Unwindings: trees of paths whose nodes are labelled with formulas.
//
// The label of a node contains every state in which its path ends; the children
// of an expanded node contain all its successors that go on. A node may be
// covered by another one at its location that was made before it and has a
// weaker label. A node is *hidden* if it, or one above it, is covered, and dead
// if its label, or one above it, became false. What covers is neither. So if no
// node waits, the labels of all others contain all reachable states.
#ifndef ENGINE_PATH_UNWINDING_H
#define ENGINE_PATH_UNWINDING_H

#include "base/strbuf.h"
#include "engine/path/entail.h"
#include "engine/path/tree.h"

typedef struct unwinding unwinding;

// 'known' by location: holds there anyway, and may be strengthened later.
unwinding *unwinding_new(const program *p, entailer *o, const term *known,
                         search_word order);
void unwinding_free(unwinding *u);
const tree *unwinding_tree(const unwinding *u);

// A node that waits to be expanded; 0: none does. It waits no longer.
uint32_t unwinding_next(unwinding *u);
uint32_t unwinding_add(unwinding *u, uint32_t parent, edge via); // it waits
void unwinding_set_expanded(unwinding *u, uint32_t node);

term unwinding_label(const unwinding *u, uint32_t node);
bool unwinding_is_visible(const unwinding *u, uint32_t node); // nor dead
// The next older node than 'node' that could cover 'of', which is at the same
// location; 0: none.
uint32_t unwinding_older(const unwinding *u, uint32_t of, uint32_t node);

// The label implies 'formula' from now on. Nodes that it does not cover any
// more, and those below, are visible again and wait. True: that is news.
bool unwinding_strengthen(unwinding *u, uint32_t node, term formula);
// Covers the node if an older one can. True: it is hidden (or dead) now.
bool unwinding_close(unwinding *u, uint32_t node);

// Appends the labels of the visible nodes at l, each once.
void unwinding_labels_at(const unwinding *u, loc l, term_vec *out);
uint32_t unwinding_size(const unwinding *u); // nodes that are not dead
void unwinding_print_dot(const unwinding *u, strbuf *out);

#endif
