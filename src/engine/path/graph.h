// SPDX-License-Identifier: Apache-2.0
// Labelled program graphs: programs whose locations are split into cases.
//
// A node is a location and a formula, its label; the nodes of a location, those
// that were dropped included, share out its states among them. An edge is an
// edge of the program between two nodes, and every execution follows edges.
//
// A node that no path from the entry reaches is dropped. One from which no path
// leads to a bad sink is *settled*: it is taken out, and what it stands for is
// kept as one formula per location.
#ifndef ENGINE_PATH_GRAPH_H
#define ENGINE_PATH_GRAPH_H

#include "base/strbuf.h"
#include "program/program.h"

typedef VEC(uint32_t) id_list;

typedef struct {
  loc at;
  term label;
  id_list in, out; // edges; some may be gone
  bool is_gone;
  bool is_settled; // that is why
} graph_node;

typedef struct {
  uint32_t from, to; // nodes
  edge via;
  bool is_gone;
  bool is_settled; // because an end of it was
} graph_edge;

typedef struct {
  const program *p;
  terms *tt;
  VEC(graph_node) nodes; // number 0 does not exist, nor does edge 0
  VEC(graph_edge) edges;
  uint32_t entry;
  uint32_t node_count, edge_count; // that are not gone
  term_vec *settled;               // by location: labels
} graph;

// One node per location, labelled true, without those that cannot matter.
void graph_init(graph *g, const program *p);
void graph_clear(graph *g);

// A shortest path from the entry to an error; to another bad sink only if there
// is none. Its edges into 'out'; false: there is none either.
bool graph_find_path(const graph *g, id_list *out);

// The node keeps the states that satisfy the formula; the rest become a new
// node, which is returned, with copies of all edges (four of a loop to itself).
uint32_t graph_split(graph *g, uint32_t node, term formula);
void graph_remove_edge(graph *g, uint32_t e);
// Drops and settles nodes where edges were removed.
void graph_prune(graph *g);

// As Graphviz reads it; settled nodes are green, and as they were then.
void graph_print_dot(const graph *g, strbuf *out);

#endif
