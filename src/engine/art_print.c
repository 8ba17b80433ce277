// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>

#include "engine/art.h"
#include "engine/precision.h"
#include "term/print.h"

enum { LONGEST_STATE = 200 }; // characters; longer ones are cut off

static const char *style_of(const art *a, const program *p, uint32_t node) {
  const art_node *n = art_get(a, node);
  if (program_location(p, n->at)->kind == LOC_ERROR)
    return ", style=filled, fillcolor=salmon";
  if (n->status == NODE_COVERED)
    return ", style=filled, fillcolor=palegreen";
  return n->status == NODE_WAITING ? ", style=dashed" : "";
}

static void print_escaped(const char *text, size_t most, strbuf *out) {
  for (size_t i = 0; text[i] && i < most; i++) {
    if (text[i] == '"' || text[i] == '\\')
      strbuf_putc(out, '\\');
    strbuf_putc(out, text[i]);
  }
  if (most == LONGEST_STATE)
    strbuf_puts(out, "...");
}

static void print_node(const art *a, const precision *pi, const program *p,
                       uint32_t node, strbuf *out) {
  const art_node *n = art_get(a, node);
  const loc_info *info = program_location(p, n->at);
  strbuf state = {0};
  term_print_smt2(program_terms(p), precision_formula(pi, n->state), &state);
  strbuf_printf(out, "  n%" PRIu32 " [label=\"%" PRIu32 ": L%" PRIu32, node,
                node, n->at.id);
  if (info->pos.line > 0)
    strbuf_printf(out, ", line %" PRIu32, info->pos.line);
  strbuf_puts(out, "\\n");
  print_escaped(strbuf_text(&state),
                state.len > LONGEST_STATE ? LONGEST_STATE : state.len + 1, out);
  strbuf_printf(out, "\"%s];\n", style_of(a, p, node));
  strbuf_free(&state);
}

void art_print_dot(const art *a, const precision *pi, const program *p,
                   strbuf *out) {
  strbuf_puts(out, "digraph art {\n  node [shape=box];\n");
  for (uint32_t i = 1; i <= art_count(a); i++) {
    const art_node *n = art_get(a, i);
    if (n->status == NODE_DEAD)
      continue;
    print_node(a, pi, p, i, out);
    if (n->parent != 0)
      strbuf_printf(out, "  n%" PRIu32 " -> n%" PRIu32 ";\n", n->parent, i);
    if (n->status == NODE_COVERED)
      strbuf_printf(out, "  n%" PRIu32 " -> n%" PRIu32 " [style=dotted];\n", i,
                    n->covered_by);
  }
  strbuf_puts(out, "}\n");
}
