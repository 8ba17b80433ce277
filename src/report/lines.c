// SPDX-License-Identifier: Apache-2.0
// Files are read once, and their lines found once.
#include "report/lines.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

typedef struct {
  const char *file;
  strbuf text;
  VEC(size_t) starts; // of the lines
} source_file;

struct lines {
  const program *program;
  VEC(source_file) files;
  uint32_t last; // index of the file asked for last
};

// What a person reads; more than this is not a source line.
enum { MAX_LINE = 400 };

lines *lines_new(const program *p) {
  lines *c = mem_alloc(sizeof *c);
  c->program = p;
  return c;
}

void lines_free(lines *c) {
  if (!c)
    return;
  for (uint32_t i = 0; i < c->files.len; i++) {
    strbuf_free(&c->files.data[i].text);
    vec_free(&c->files.data[i].starts);
  }
  vec_free(&c->files);
  mem_free(c);
}

// A file that cannot be read is an empty one: a trace without source lines is
// still a trace.
static void read_text(source_file *f, const program *p) {
  const char *known = p ? program_source(p, f->file) : NULL;
  if (known) {
    strbuf_puts(&f->text, known);
    return;
  }
  FILE *in = fopen(f->file, "r");
  if (!in)
    return;
  char part[8192];
  for (size_t n; (n = fread(part, 1, sizeof part, in)) > 0;)
    strbuf_write(&f->text, part, n);
  fclose(in);
}

static void find_lines(source_file *f) {
  const char *text = strbuf_text(&f->text);
  for (size_t at = 0; at < f->text.len;) {
    vec_push(&f->starts, at);
    const char *end = memchr(text + at, '\n', f->text.len - at);
    at = end ? (size_t)(end - text) + 1 : f->text.len;
  }
}

static source_file *find_file(lines *c, const char *file) {
  if (c->last < c->files.len && strcmp(c->files.data[c->last].file, file) == 0)
    return &c->files.data[c->last];
  for (c->last = 0; c->last < c->files.len; c->last++)
    if (strcmp(c->files.data[c->last].file, file) == 0)
      return &c->files.data[c->last];
  assert(file);
  source_file f = {.file = file};
  read_text(&f, c->program);
  find_lines(&f);
  vec_push(&c->files, f);
  return &vec_last(&c->files);
}

const char *lines_text(lines *c, const char *file, size_t *length) {
  const source_file *f = find_file(c, file);
  *length = f->text.len;
  return f->text.len > 0 ? strbuf_text(&f->text) : NULL;
}

const char *lines_get(lines *c, const char *file, uint32_t line,
                      size_t *length) {
  *length = 0;
  if (!file || !line)
    return NULL;
  source_file *f = find_file(c, file);
  if (line > f->starts.len)
    return NULL;
  const char *text = strbuf_text(&f->text) + f->starts.data[line - 1];
  const char *end = strbuf_text(&f->text) + f->text.len;
  if (line < f->starts.len)
    end = strbuf_text(&f->text) + f->starts.data[line];
  while (text < end && isspace((unsigned char)*text))
    text++;
  while (text < end && isspace((unsigned char)end[-1]))
    end--;
  *length = (size_t)(end - text) < MAX_LINE ? (size_t)(end - text) : MAX_LINE;
  return text;
}
