// SPDX-License-Identifier: Apache-2.0
// Locations are printed in the order of their ids, each with the edges that
// leave it. The picture cuts long formulas off; the text never does.
#include "program/print.h"

#include <assert.h>
#include <inttypes.h>

#include "term/text/print.h"

enum { LABEL_MAX = 300 }; // characters of a formula in a picture

static const char *kind_name(loc_kind kind) {
  static const char *const names[] = {
      "", "entry", "error", "bound", "unsupported", "undefined", "end"};
  assert((size_t)kind < sizeof names / sizeof *names);
  return names[kind];
}

static const char *edge_name(edge_kind kind) {
  static const char *const names[] = {"plain", "branch", "call",     "return",
                                      "error", "stop",   "undefined"};
  assert((size_t)kind < sizeof names / sizeof *names);
  return names[kind];
}

static void print_pos(source_pos pos, strbuf *out) {
  if (pos.file == NULL)
    return;
  strbuf_putc(out, ' ');
  source_pos_print(pos, out);
}

// --- text ------------------------------------------------------------------

static void print_symbol(const program *p, term t, const char *source,
                         strbuf *out) {
  const terms *tt = program_terms(p);
  strbuf_puts(out, "  ");
  term_print_smt2(tt, t, out);
  strbuf_puts(out, " : ");
  sort_print_smt2(tt, term_sort(tt, t), out);
  if (source != NULL)
    strbuf_printf(out, "  %s", source);
}

static void print_variable(const program *p, var v, strbuf *out) {
  const var_info *info = program_variable(p, v);
  print_symbol(p, program_variable_term(p, v), info->name, out);
  if (info->function != NULL)
    strbuf_printf(out, " in %s", info->function);
  print_pos(info->pos, out);
  strbuf_putc(out, '\n');
}

static void print_location(const program *p, loc l, strbuf *out) {
  const loc_info *info = program_location(p, l);
  strbuf_printf(out, "\nL%" PRIu32, l.id);
  if (info->kind != LOC_PLAIN)
    strbuf_printf(out, " %s", kind_name(info->kind));
  if (program_origin(p, l).id != l.id)
    strbuf_printf(out, " (was L%" PRIu32 ")", program_origin(p, l).id);
  if (info->function != NULL)
    strbuf_printf(out, " in %s", info->function);
  print_pos(info->pos, out);
  strbuf_putc(out, '\n');
}

static void print_block(const program *p, const block *b, strbuf *out) {
  const terms *tt = program_terms(p);
  if (b->input_count > 0) {
    strbuf_puts(out, "     input");
    for (uint32_t i = 0; i < b->input_count; i++) {
      strbuf_putc(out, ' ');
      term_print_smt2(tt, b->inputs[i], out);
    }
    strbuf_putc(out, '\n');
  }
  if (!term_is_true(tt, b->guard)) {
    strbuf_puts(out, "     if ");
    term_print_smt2(tt, b->guard, out);
    strbuf_putc(out, '\n');
  }
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    strbuf_puts(out, "     ");
    term_print_smt2(tt, program_variable_term(p, b->assignments[i].target),
                    out);
    strbuf_puts(out, " := ");
    term_print_smt2(tt, b->assignments[i].value, out);
    strbuf_putc(out, '\n');
  }
}

static void print_edge(const program *p, edge e, strbuf *out) {
  const edge_info *info = program_edge(p, e);
  strbuf_printf(out, "  -> L%" PRIu32 " %s", program_edge_to(p, e).id,
                edge_name(info->kind));
  if (info->kind == EDGE_BRANCH)
    strbuf_puts(out, info->outcome ? " true" : " false");
  if (info->text != NULL)
    strbuf_printf(out, " \"%s\"", info->text);
  print_pos(info->pos, out);
  strbuf_putc(out, '\n');
  print_block(p, program_edge_block(p, e), out);
}

void program_print(const program *p, strbuf *out) {
  strbuf_printf(out,
                "program: %" PRIu32 " variables, %" PRIu32
                " locations, %" PRIu32 " edges\n",
                program_variable_count(p), program_location_count(p),
                program_edge_count(p));
  for (uint32_t i = 1; i <= program_variable_count(p); i++)
    print_variable(p, (var){i}, out);
  for (uint32_t i = 1; i <= program_location_count(p); i++) {
    print_location(p, (loc){i}, out);
    const edge_vec *edges = program_out_edges(p, (loc){i});
    for (uint32_t j = 0; j < edges->len; j++)
      print_edge(p, edges->data[j], out);
  }
}

// --- Graphviz --------------------------------------------------------------

static void print_escaped(const char *text, strbuf *out) {
  for (; *text != '\0'; text++) {
    if (*text == '\n') {
      strbuf_puts(out, "\\n");
      continue;
    }
    if (*text == '"' || *text == '\\')
      strbuf_putc(out, '\\');
    strbuf_putc(out, *text);
  }
}

// A formula, cut where it would fill the picture.
static void print_label(const terms *tt, term t, strbuf *out) {
  strbuf text = {0};
  term_print_smt2(tt, t, &text);
  if (text.len > LABEL_MAX) {
    size_t end = LABEL_MAX;
    while (((unsigned char)text.text[end] & 0xC0) == 0x80) // inside UTF-8
      end--;
    text.text[end] = '\0';
  }
  print_escaped(strbuf_text(&text), out);
  if (text.len > LABEL_MAX)
    strbuf_puts(out, "...");
  strbuf_free(&text);
}

static const char *node_style(loc_kind kind) {
  switch (kind) {
  case LOC_ENTRY:
    return "shape=circle, penwidth=2";
  case LOC_ERROR:
    return "shape=doublecircle, color=red";
  case LOC_BOUND:
  case LOC_UNSUPPORTED:
  case LOC_UNDEFINED:
    return "shape=doublecircle, color=orange";
  case LOC_END:
    return "shape=doublecircle";
  case LOC_PLAIN:
    break;
  }
  return "shape=circle";
}

static void print_node_dot(const program *p, loc l, strbuf *out) {
  const loc_info *info = program_location(p, l);
  strbuf_printf(out, "  L%" PRIu32 " [%s, label=\"L%" PRIu32, l.id,
                node_style(info->kind), l.id);
  if (info->pos.line != 0)
    strbuf_printf(out, "\\nline %" PRIu32, info->pos.line);
  strbuf_puts(out, "\"];\n");
}

static void print_edge_dot(const program *p, edge e, strbuf *out) {
  const terms *tt = program_terms(p);
  const block *b = program_edge_block(p, e);
  strbuf_printf(out, "  L%" PRIu32 " -> L%" PRIu32 " [label=\"",
                program_edge_from(p, e).id, program_edge_to(p, e).id);
  if (!term_is_true(tt, b->guard)) {
    strbuf_putc(out, '[');
    print_label(tt, b->guard, out);
    strbuf_puts(out, "]\\l");
  }
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    term target = program_variable_term(p, b->assignments[i].target);
    print_label(tt, target, out);
    strbuf_puts(out, " := ");
    print_label(tt, b->assignments[i].value, out);
    strbuf_puts(out, "\\l");
  }
  strbuf_puts(out, "\"];\n");
}

void program_print_dot(const program *p, strbuf *out) {
  strbuf_puts(out, "digraph program {\n  node [fontsize=10];\n"
                   "  edge [fontsize=9];\n");
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    print_node_dot(p, (loc){i}, out);
  for (uint32_t i = 1; i <= program_edge_count(p); i++)
    print_edge_dot(p, (edge){i}, out);
  strbuf_puts(out, "}\n");
}
