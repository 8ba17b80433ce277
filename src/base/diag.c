// SPDX-License-Identifier: Apache-2.0
// Keeping the first diagnostic and printing it with its position. The name of
// the file is copied, because the program that owns it may be freed before the
// message is printed.
#include "base/diag.h"

#include <assert.h>

#include "base/shown.h"
#include "base/unreachable.h"

void diag_clear(diag *d) {
  strbuf_free(&d->file);
  strbuf_free(&d->text);
  *d = (diag){0};
}

bool diag_set(diag *d, diag_class kind, source_pos pos, const char *format,
              ...) {
  assert(kind != DIAG_NONE);
  if (d->kind != DIAG_NONE)
    return false;
  d->kind = kind;
  d->pos = pos;
  if (pos.file != NULL) { // the program that owns it may be gone first
    strbuf_puts(&d->file, pos.file);
    d->pos.file = strbuf_text(&d->file);
  }
  va_list args;
  va_start(args, format);
  strbuf_vprintf(&d->text, format, args);
  va_end(args);
  return false;
}

static const char *class_label(diag_class kind) {
  switch (kind) {
  case DIAG_USAGE:
  case DIAG_INPUT:
    return "error";
  case DIAG_UNSUPPORTED:
    return "unsupported";
  case DIAG_LIMIT:
    return "stopped";
  case DIAG_INTERNAL:
    return "internal error";
  case DIAG_NONE:
    break;
  }
  UNREACHABLE();
}

void diag_print(const diag *d, strbuf *out) {
  assert(d->kind != DIAG_NONE);
  if (d->pos.file)
    source_pos_print(d->pos, out);
  else
    strbuf_puts(out, "wedge");
  strbuf_printf(out, ": %s: %s", class_label(d->kind), strbuf_text(&d->text));
  if (out->text[out->len - 1] != '\n')
    strbuf_putc(out, '\n');
}

void source_pos_print(source_pos pos, strbuf *out) {
  shown_name(pos.file ? pos.file : "?", out);
  if (pos.file && pos.line) {
    strbuf_printf(out, ":%u", pos.line);
    if (pos.col)
      strbuf_printf(out, ":%u", pos.col);
  }
}
