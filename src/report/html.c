// SPDX-License-Identifier: Apache-2.0
// A page that shows the answer, for a browser.
//
// html/page.html, page.css and page.js are the page; the build puts them into
// the tool (scripts/embed). Here they become one file, together with all that
// the page shows as one JSON value: the report as --json writes it, the
// sources, the pictures of the graphs, and how the statistics grew. The page
// asks for nothing else, from disk or network, and forbids itself to. A reader
// without scripts sees the report as text.
#include "report/report.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "base/shown.h"
#include "report/json.h"
#include "report/lines.h"
#include "report/picture.h"
#include "report/writer.h"

extern const char report_page_html[], report_page_css[], report_page_js[];

// More of a source than this is not shown.
enum { MAX_SOURCE = 16 << 20 };

// --- sources -----------------------------------------------------------------

typedef VEC(const char *) file_list;

// File names are interned, so that most are told apart by their addresses;
// those that are not are compared once.
static void add_file(file_list *files, hmap *seen, const char *file) {
  uint64_t address = (uint64_t)(uintptr_t)file;
  if (file == NULL || hmap_find(seen, address) != NULL)
    return;
  hmap_put(seen, address, 1);
  for (uint32_t i = 0; i < files->len; i++)
    if (strcmp(files->data[i], file) == 0)
      return;
  vec_push(files, file);
}

// What was given first, then what else has code in it.
static void list_files(const report_input *in, file_list *files) {
  const options *o = in->env->options;
  const program *p = in->program;
  hmap seen = {0};
  for (uint32_t i = 0; i < o->inputs.len; i++)
    if (strcmp(o->inputs.data[i], "-") != 0)
      add_file(files, &seen, o->inputs.data[i]);
  for (uint32_t i = 1; p != NULL && i <= program_location_count(p); i++)
    add_file(files, &seen, program_location(p, (loc){i})->pos.file);
  for (uint32_t i = 1; p != NULL && i <= program_edge_count(p); i++)
    add_file(files, &seen, program_edge(p, (edge){i})->pos.file);
  hmap_free(&seen);
}

static void write_files(json_writer *w, const report_input *in) {
  file_list files = {0};
  list_files(in, &files);
  lines *source = lines_new(in->program);
  json_begin(w, "files", '[');
  for (uint32_t i = 0; i < files.len; i++) {
    size_t size;
    const char *text = lines_text(source, files.data[i], &size);
    if (text == NULL || size > MAX_SOURCE)
      continue;
    json_begin(w, NULL, '{');
    json_string(w, "name", files.data[i]);
    json_text(w, "text", text, size);
    json_end(w, '}');
  }
  json_end(w, ']');
  lines_free(source);
  vec_free(&files);
}

// --- graphs ------------------------------------------------------------------

static void write_location(json_writer *w, const program *p, loc l) {
  const loc_info *info = program_location(p, l);
  json_begin(w, NULL, '{');
  json_int(w, "id", l.id);
  json_int(w, "origin", program_origin(p, l).id);
  if (info->pos.line != 0) {
    json_string(w, "file", info->pos.file);
    json_int(w, "line", info->pos.line);
  }
  json_string(w, "function", info->function);
  json_begin(w, "next", '[');
  const edge_vec *out = program_out_edges(p, l);
  for (uint32_t i = 0; i < out->len; i++) {
    json_int(w, NULL, out->data[i].id);
    json_int(w, NULL, program_edge_to(p, out->data[i]).id);
  }
  json_end(w, ']');
  json_end(w, '}');
}

static void write_graph(json_writer *w, const char *key, const program *p,
                        const picture *q) {
  json_begin(w, key, '{');
  json_int(w, "locations", program_location_count(p));
  json_int(w, "edges", program_edge_count(p));
  if (q->svg.len == 0) {
    json_string(w, "why", strbuf_text(&q->why));
  } else {
    json_text(w, "svg", strbuf_text(&q->svg), q->svg.len);
    json_begin(w, "nodes", '[');
    for (uint32_t i = 1; i <= program_location_count(p); i++)
      write_location(w, p, (loc){i});
    json_end(w, ']');
  }
  json_end(w, '}');
}

static void write_graphs(json_writer *w, const report_input *in) {
  json_begin(w, "graphs", '{');
  if (in->pictures != NULL) {
    assert(in->program && in->searched);
    write_graph(w, "program", in->program, &in->pictures[0]);
    write_graph(w, "blocks", in->searched, &in->pictures[1]);
  }
  json_end(w, '}');
}

// --- statistics --------------------------------------------------------------

static bool grows(const series *s, uint32_t row) {
  assert(s->samples.len > 0);
  double first = stats_value(&s->samples.data[0].stats, row);
  double last = stats_value(&vec_last(&s->samples).stats, row);
  return last > first || last < first;
}

static void write_columns(json_writer *w, const series *s) {
  json_begin(w, "time", '[');
  for (uint32_t i = 0; i < s->samples.len; i++)
    json_real(w, NULL, s->samples.data[i].time);
  json_end(w, ']');
  json_begin(w, "memory", '[');
  for (uint32_t i = 0; i < s->samples.len; i++)
    json_int(w, NULL, (int64_t)s->samples.data[i].memory);
  json_end(w, ']');
  for (uint32_t row = 0; row < stats_count(); row++) {
    if (!grows(s, row))
      continue;
    json_begin(w, stats_name(row), '[');
    for (uint32_t i = 0; i < s->samples.len; i++)
      json_real(w, NULL, stats_value(&s->samples.data[i].stats, row));
    json_end(w, ']');
  }
}

static void write_series(json_writer *w, const series *s) {
  json_begin(w, "series", '{');
  if (s != NULL && s->samples.len > 1) {
    json_int(w, "steps", (int64_t)s->steps);
    json_int(w, "stride", (int64_t)s->stride);
    json_begin(w, "columns", '{');
    write_columns(w, s);
    json_end(w, '}');
  }
  json_end(w, '}');
  json_begin(w, "help", '{');
  for (uint32_t row = 0; row < stats_count(); row++)
    json_string(w, stats_name(row), stats_help(row));
  json_end(w, '}');
}

// --- the page ----------------------------------------------------------------

static void write_data(const report_input *in, strbuf *out) {
  json_writer w = {.out = out, .is_inside_page = true};
  json_begin(&w, NULL, '{');
  json_report(&w, "report", in);
  write_files(&w, in);
  write_graphs(&w, in);
  write_series(&w, in->env->steps);
  json_end(&w, '}');
}

static void write_escaped(const char *text, strbuf *out) {
  for (; *text != '\0'; text++)
    if (*text == '<')
      strbuf_puts(out, "&lt;");
    else if (*text == '&')
      strbuf_puts(out, "&amp;");
    else
      strbuf_putc(out, *text);
}

static void write_text(const report_input *in, strbuf *out) {
  strbuf text = {0};
  strbuf shown = {0};
  report_text(in, &text);
  shown_text(strbuf_text(&text), text.len, &shown);
  write_escaped(strbuf_text(&shown), out);
  strbuf_free(&shown);
  strbuf_free(&text);
}

// The page with each marker '@name@' replaced.
void report_html(const report_input *in, strbuf *out) {
  assert(in && in->env && in->result && out);
  const char *at = report_page_html;
  for (const char *mark; (mark = strchr(at, '@')) != NULL;) {
    strbuf_write(out, at, (size_t)(mark - at));
    const char *end = strchr(mark + 1, '@');
    assert(end != NULL && "markers come as @name@");
    size_t size = (size_t)(end - mark) + 1;
    if (strncmp(mark, "@css@", size) == 0)
      strbuf_puts(out, report_page_css);
    else if (strncmp(mark, "@js@", size) == 0)
      strbuf_puts(out, report_page_js);
    else if (strncmp(mark, "@data@", size) == 0)
      write_data(in, out);
    else if (strncmp(mark, "@text@", size) == 0)
      write_text(in, out);
    else
      assert(!"each marker has a meaning");
    at = end + 1;
  }
  strbuf_puts(out, at);
}
