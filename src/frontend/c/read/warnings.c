// SPDX-License-Identifier: Apache-2.0
// A program with one sloppy habit has many warnings of one kind ("[-Wkind]" at
// the end of the line): the first one tells it all.
#include "frontend/c/read/warnings.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"

enum { MOST_KINDS = 16 };

typedef struct {
  const char *text; // behind "warning: "
  int length;       // without its kind
  const char *kind; // from its bracket on
  int kind_length;
  source_pos pos;
  uint32_t more; // of this kind
} warning;

typedef struct {
  warning list[MOST_KINDS];
  uint32_t count;
} warnings;

// The line as a warning about the file; false: it is none.
static bool read_line(const char *line, int length, const char *file,
                      warning *out) {
  size_t n = strlen(file);
  int used = 0;
  source_pos pos = {.file = file};
  if (strncmp(line, file, n) != 0 ||
      sscanf(line + n, ":%" SCNu32 ":%" SCNu32 ": warning: %n", &pos.line,
             &pos.col, &used) != 2 ||
      used == 0)
    return false;
  const char *text = line + n + used, *end = line + length, *kind = end;
  while (kind > text && *kind != '[')
    kind--;
  if (text >= end || *kind != '[')
    return false;
  *out = (warning){.text = text, .kind = kind, .pos = pos};
  out->length = (int)(kind - text);
  out->kind_length = (int)(end - kind);
  return true;
}

static void add(warnings *all, const warning *w) {
  for (uint32_t k = 0; k < all->count; k++)
    if (all->list[k].kind_length == w->kind_length &&
        memcmp(all->list[k].kind, w->kind, (size_t)w->kind_length) == 0) {
      all->list[k].more++;
      return;
    }
  if (all->count < MOST_KINDS)
    all->list[all->count++] = *w;
}

static void note_warning(program *p, const warning *w) {
  strbuf text = {0};
  strbuf_printf(&text, "%.*s%.*s", w->length, w->text, w->kind_length, w->kind);
  if (w->more > 0)
    strbuf_printf(&text, ", and %" PRIu32 " more of this kind", w->more);
  program_add_note(p, NOTE_COMPILER, strbuf_text(&text), w->pos);
  strbuf_free(&text);
}

void warnings_note(program *p, const char *file, const char *messages) {
  assert(file != NULL && messages != NULL);
  warnings all = {.count = 0};
  while (*messages != '\0') {
    size_t length = strcspn(messages, "\n");
    warning w;
    if (read_line(messages, (int)length, file, &w))
      add(&all, &w);
    messages += length + (messages[length] != '\0');
  }
  for (uint32_t k = 0; k < all.count; k++)
    note_warning(p, &all.list[k]);
}
