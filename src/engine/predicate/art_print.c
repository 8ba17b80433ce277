// SPDX-License-Identifier: Apache-2.0
// The abstract reachability graph as a picture: nodes with their predicates,
// edges of the tree solid, coverings dotted.
#include <inttypes.h>

#include "engine/predicate/art.h"
#include "engine/path/dot.h"
#include "engine/predicate/precision.h"

static const char *style_of(const art *a, const program *p, uint32_t node) {
  const art_node *n = art_get(a, node);
  if (program_kind(p, tree_get(art_tree(a), node)->at) == LOC_ERROR)
    return "style=filled, fillcolor=salmon";
  if (n->status == NODE_COVERED)
    return "style=filled, fillcolor=palegreen";
  return n->status == NODE_WAITING ? "style=dashed" : "";
}

void art_print_dot(const art *a, const precision *pi, const program *p,
                   strbuf *out) {
  strbuf_puts(out, "digraph art {\n  node [shape=box];\n");
  for (uint32_t i = 1; i <= tree_count(art_tree(a)); i++) {
    const art_node *n = art_get(a, i);
    if (n->status == NODE_DEAD)
      continue;
    const tree_node *place = tree_get(art_tree(a), i);
    dot_print_node(p, i, place->at, precision_formula(pi, n->state),
                   style_of(a, p, i), out);
    if (place->parent != 0)
      strbuf_printf(out, "  n%" PRIu32 " -> n%" PRIu32 ";\n", place->parent, i);
    if (n->status == NODE_COVERED)
      strbuf_printf(out, "  n%" PRIu32 " -> n%" PRIu32 " [style=dotted];\n", i,
                    place->covered_by);
  }
  strbuf_puts(out, "}\n");
}
