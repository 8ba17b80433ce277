// SPDX-License-Identifier: Apache-2.0
// A graph that is too large to be looked at is not drawn: layout takes more
// than linear time, and nobody reads a picture of a thousand nodes. Labels are
// cut short for the same reason; the page shows the source beside them.
#include "report/picture.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/process.h"
#include "report/format.h"

#define DOT_SECONDS 5.0
#define DOT_SHARE 0.1 // of the time that is left

enum {
  MAX_LOCATIONS = 400, // that are drawn
  MAX_LABEL = 44,      // characters of a line of a label
  MAX_LINES = 5        // of a label
};

void picture_free(picture *q) {
  strbuf_free(&q->svg);
  strbuf_free(&q->why);
}

// --- what is drawn -----------------------------------------------------------

// By location id: the entry reaches it.
static bool *find_reached(const program *p, uint32_t *count) {
  uint32_t n = program_location_count(p);
  bool *reached = mem_alloc(((size_t)n + 1) * sizeof *reached);
  loc_vec work = {0};
  vec_push(&work, program_entry(p));
  reached[program_entry(p).id] = true;
  for (*count = 1; work.len > 0;) {
    const edge_vec *out = program_out_edges(p, vec_pop(&work));
    for (uint32_t i = 0; i < out->len; i++) {
      loc to = program_edge_to(p, out->data[i]);
      if (reached[to.id])
        continue;
      reached[to.id] = true;
      vec_push(&work, to);
      ++*count;
    }
  }
  vec_free(&work);
  return reached;
}

// --- labels ------------------------------------------------------------------

// Lines of a label; those that are too many or too long are cut.
typedef struct {
  strbuf *out;
  uint32_t lines;
} label;

// Bytes of 'text' that make at most 'most' characters.
static size_t prefix_of(const char *text, size_t most) {
  size_t size = 0;
  for (; text[size] != '\0'; size++)
    if (((unsigned char)text[size] & 0xC0) != 0x80 && most-- == 0)
      break;
  return size;
}

static void put_quoted(const char *text, size_t size, strbuf *out) {
  for (size_t i = 0; i < size; i++) {
    if (text[i] == '"' || text[i] == '\\')
      strbuf_putc(out, '\\');
    strbuf_putc(out, (unsigned char)text[i] < ' ' ? ' ' : text[i]);
  }
}

static void put_line(label *b, const char *text) {
  if (++b->lines > MAX_LINES + 1)
    return;
  if (b->lines == MAX_LINES + 1)
    text = "…";
  size_t size = prefix_of(text, MAX_LABEL);
  put_quoted(text, size, b->out);
  strbuf_puts(b->out, text[size] != '\0' ? "…\\l" : "\\l");
}

// Without parentheses around the whole.
static void put_term(const program *p, term t, strbuf *out) {
  strbuf text = {0};
  format_term(p, t, &text);
  const char *s = strbuf_text(&text);
  size_t end = text.len, depth = 0, first = 0;
  for (size_t i = 0; i < end && first == 0; i++) {
    depth += s[i] == '(';
    depth -= s[i] == ')';
    if (depth == 0)
      first = i;
  }
  bool is_wrapped = end > 2 && s[0] == '(' && first == end - 1;
  strbuf_write(out, s + is_wrapped, end - 2 * (size_t)is_wrapped);
  strbuf_free(&text);
}

static void put_guard(const program *p, const block *b, label *to) {
  if (term_is_true(program_terms(p), b->guard))
    return;
  assert(to->lines == 0);
  strbuf text = {0};
  strbuf_putc(&text, '[');
  put_term(p, b->guard, &text);
  strbuf_putc(&text, ']');
  put_line(to, strbuf_text(&text));
  strbuf_free(&text);
}

static void put_assignment(const program *p, const assignment *a, label *to) {
  const char *name = program_variable(p, a->target)->name;
  if (name == NULL)
    return;
  strbuf text = {0};
  strbuf_printf(&text, "%s = ", name);
  put_term(p, a->value, &text);
  put_line(to, strbuf_text(&text));
  strbuf_free(&text);
}

static void put_edge(const program *p, const char *prefix, edge e,
                     strbuf *out) {
  strbuf_printf(
      out, "  %" PRIu32 " -> %" PRIu32 " [id=\"%se%" PRIu32 "\", label=\"",
      program_edge_from(p, e).id, program_edge_to(p, e).id, prefix, e.id);
  const block *b = program_edge_block(p, e);
  const edge_info *info = program_edge(p, e);
  label to = {.out = out};
  put_guard(p, b, &to);
  for (uint32_t i = 0; i < b->assignment_count && to.lines <= MAX_LINES; i++)
    put_assignment(p, &b->assignments[i], &to);
  if (info->kind == EDGE_CALL && info->text != NULL)
    put_line(&to, info->text);
  strbuf_puts(out, "\"];\n");
}

static const char *kind_label(loc_kind kind) {
  switch (kind) {
  case LOC_ENTRY:
    return "entry";
  case LOC_ERROR:
    return "error";
  case LOC_BOUND:
    return "bound";
  case LOC_UNSUPPORTED:
    return "unsupported";
  case LOC_UNDEFINED:
    return "undefined";
  case LOC_END:
    return "end";
  case LOC_PLAIN:
    break;
  }
  return "";
}

static void put_node(const program *p, const char *prefix, loc l, strbuf *out) {
  const loc_info *info = program_location(p, l);
  const char *kind = kind_label(info->kind);
  strbuf_printf(out,
                "  %" PRIu32 " [id=\"%sl%" PRIu32 "\", class=\"%s\", "
                "label=\"",
                l.id, prefix, l.id, kind);
  if (*kind != '\0')
    strbuf_puts(out, kind);
  else if (info->pos.line != 0)
    strbuf_printf(out, "%" PRIu32, info->pos.line);
  else
    strbuf_puts(out, " ");
  strbuf_puts(out, "\"];\n");
}

static void describe(const program *p, const char *prefix, const bool *reached,
                     strbuf *out) {
  strbuf_puts(out,
              "digraph program {\n"
              "  bgcolor=\"transparent\"; nodesep=0.3; ranksep=0.35;\n"
              "  node [shape=box, style=rounded, height=0.3, width=0.5, "
              "margin=\"0.08,0.03\", fontname=\"Helvetica\", fontsize=10];\n"
              "  edge [fontname=\"Courier\", fontsize=9, arrowsize=0.6];\n");
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    if (reached[i])
      put_node(p, prefix, (loc){i}, out);
  for (uint32_t i = 1; i <= program_edge_count(p); i++)
    if (reached[program_edge_from(p, (edge){i}).id])
      put_edge(p, prefix, (edge){i}, out);
  strbuf_puts(out, "}\n");
}

void picture_describe(const program *p, const char *prefix, strbuf *out) {
  uint32_t count;
  bool *reached = find_reached(p, &count);
  describe(p, prefix, reached, out);
  mem_free(reached);
}

// --- drawing -----------------------------------------------------------------

static void read_back(int fd, strbuf *out) {
  char part[8192];
  lseek(fd, 0, SEEK_SET);
  for (ssize_t n; (n = read(fd, part, sizeof part)) > 0;)
    strbuf_write(out, part, (size_t)n);
}

static void explain(picture *q, process_outcome o) {
  if (o.end == PROCESS_FAILED && o.code == ENOENT)
    strbuf_puts(&q->why, "Graphviz is not installed, so the graph was not "
                         "drawn: its program 'dot' was not found.");
  else if (o.end == PROCESS_STOPPED)
    strbuf_puts(&q->why, "Drawing the graph took too long and was stopped.");
  else
    strbuf_puts(&q->why, "Graphviz could not draw the graph.");
}

// Without the lines before the element, which belong to a file of its own.
static void keep_svg(picture *q, strbuf *drawn) {
  const char *start = strstr(strbuf_text(drawn), "<svg");
  if (start != NULL)
    strbuf_puts(&q->svg, start);
  else
    strbuf_puts(&q->why, "Graphviz did not draw the graph.");
}

static void run_dot(picture *q, const strbuf *graph, const limits *l) {
  static const char *const argv[] = {"dot", "-Tsvg", NULL};
  int in = process_memory_file("graph", strbuf_text(graph), graph->len);
  int out = process_memory_file("picture", "", 0);
  strbuf drawn = {0}, messages = {0};
  if (in >= 0 && out >= 0) {
    double left = limits_left(l) * DOT_SHARE;
    limits share = limits_within(l, left < DOT_SECONDS ? left : DOT_SECONDS);
    process_task task = {.argv = argv, .in = in, .out = out};
    process_outcome o = process_run(&task, &share, &messages);
    if (o.end == PROCESS_EXITED && o.code == 0) {
      read_back(out, &drawn);
      keep_svg(q, &drawn);
    } else {
      explain(q, o);
    }
  } else {
    strbuf_puts(&q->why, "There was no memory to draw the graph.");
  }
  if (in >= 0)
    close(in);
  if (out >= 0)
    close(out);
  strbuf_free(&drawn);
  strbuf_free(&messages);
}

picture picture_draw(const program *p, const char *prefix, const limits *l) {
  assert(p && prefix && l);
  picture q = {0};
  uint32_t count;
  bool *reached = find_reached(p, &count);
  if (count > MAX_LOCATIONS) {
    strbuf_printf(&q.why,
                  "The graph has %" PRIu32 " locations, too many to be drawn "
                  "(at most %d are).",
                  count, MAX_LOCATIONS);
  } else {
    strbuf graph = {0};
    describe(p, prefix, reached, &graph);
    run_dot(&q, &graph, l);
    strbuf_free(&graph);
  }
  mem_free(reached);
  assert((q.svg.len > 0) != (q.why.len > 0));
  return q;
}
