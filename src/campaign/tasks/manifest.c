// SPDX-License-Identifier: Apache-2.0
// Manifests: CSV files (RFC 4180) with a head. The column 'path' is needed, and
// relative to the manifest; 'expected', 'datamodel', 'property' and 'category'
// are used; all can be asked for by --where.
#include <assert.h>
#include <string.h>

#include "base/file.h"
#include "campaign/tasks/tasks.h"

typedef struct {
  tasks *out;
  const char *path;
  const char *at;
  uint32_t line; // of the row that is read
  string_list head, row;
  diag *d;
} reader;

static bool complain(reader *r, const char *what, const char *about) {
  assert(what[0] != '\0');
  return diag_set(r->d, DIAG_INPUT, (source_pos){r->path, r->line, 0}, what,
                  about);
}

static void take_quoted(reader *r, strbuf *cell) {
  for (r->at++; *r->at && (*r->at != '"' || r->at[1] == '"'); r->at++) {
    r->at += *r->at == '"';
    strbuf_putc(cell, *r->at);
  }
  r->at += *r->at == '"';
}

static void take_cell(reader *r, string_list *row) {
  strbuf cell = {0};
  if (*r->at == '"')
    take_quoted(r, &cell);
  while (*r->at && !strchr(",\r\n", *r->at))
    strbuf_putc(&cell, *r->at++);
  vec_push(row, arena_strdup(r->out->mem, strbuf_text(&cell)));
  strbuf_free(&cell);
}

static void take_row(reader *r, string_list *row) {
  vec_clear(row);
  take_cell(r, row);
  while (*r->at == ',') {
    r->at++;
    take_cell(r, row);
  }
  r->at += *r->at == '\r';
  r->at += *r->at == '\n';
}

static const char *cell(const reader *r, const char *name) {
  for (uint32_t i = 0; i < r->head.len && i < r->row.len; i++)
    if (strcmp(r->head.data[i], name) == 0)
      return r->row.data[i];
  return "";
}

static bool fill_task(reader *r, task *t) {
  const char *model = cell(r, "datamodel"), *property = cell(r, "property");
  t->name = cell(r, "path");
  t->category = cell(r, "category");
  t->expected = cell(r, "expected");
  t->subproperty = cell(r, "subproperty");
  t->property = *property ? property : NULL;
  t->about = *property ? tasks_base_name(r->out, property) : "unreach-call";
  t->path = tasks_path(r->out, r->path, t->name);
  vec_push(&t->files, t->path);
  if (*t->expected && strcmp(t->expected, "true") != 0 &&
      strcmp(t->expected, "false") != 0)
    return complain(r, "'%s' is expected, neither true nor false", t->expected);
  if (!tasks_read_model(*model ? model : cell(r, "data_model"), &t->bits))
    return complain(r, "the data model '%s' is not known", model);
  return tasks_need_file(t->files.data[0], r->path, r->line, r->d);
}

static bool add_row(reader *r) {
  if (r->row.len == 1 && !*r->row.data[0])
    return true; // an empty line
  if (r->row.len != r->head.len)
    return complain(r, "%s", "this row has not as many columns as the head");
  task t = {0};
  bool ok = fill_task(r, &t);
  for (uint32_t i = 0; i < r->head.len; i++) {
    vec_push(&t.columns, r->head.data[i]);
    vec_push(&t.columns, r->row.data[i]);
  }
  vec_push(&r->out->list, t);
  return ok;
}

static bool has_path(const reader *r) {
  for (uint32_t i = 0; i < r->head.len; i++)
    if (strcmp(r->head.data[i], "path") == 0)
      return true;
  return false;
}

static bool read_rows(reader *r) {
  take_row(r, &r->head);
  if (!has_path(r))
    return complain(r, "%s", "the head of a manifest has a column 'path'");
  while (*r->at) {
    r->line++;
    take_row(r, &r->row);
    if (!add_row(r))
      return false;
  }
  return true;
}

bool tasks_add_manifest(tasks *t, const char *path, diag *d) {
  strbuf text = {0};
  bool ok = file_read(path, &text, d);
  reader r = {.out = t, .path = path, .at = strbuf_text(&text), .line = 1};
  r.d = d;
  ok = ok && read_rows(&r);
  vec_free(&r.head);
  vec_free(&r.row);
  strbuf_free(&text);
  return ok;
}
