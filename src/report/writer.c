// SPDX-License-Identifier: Apache-2.0
// Characters are escaped one by one; where the text becomes part of a page,
// also those that would end a script element.
#include "report/writer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/shown.h"

static void write_ascii(strbuf *out, unsigned char c) {
  if (c == '"' || c == '\\')
    strbuf_printf(out, "\\%c", c);
  else if (c == '\n')
    strbuf_puts(out, "\\n");
  else if (c == '\t')
    strbuf_puts(out, "\\t");
  else
    strbuf_putc(out, (char)c);
}

// In a script element of a page '</script' and '<!--' have a meaning.
static void write_char(const json_writer *w, unsigned char c) {
  if (c == '<' && w->is_inside_page)
    strbuf_puts(w->out, "\\u003c");
  else
    write_ascii(w->out, c);
}

static bool is_white(uint32_t code) { return code == '\n' || code == '\t'; }

static void write_quoted(json_writer *w, const char *data, size_t size) {
  strbuf *out = w->out;
  strbuf_putc(out, '"');
  for (size_t i = 0; i < size;) {
    size_t n = utf8_length(data + i, size - i);
    uint32_t code;
    if (n == 0)
      strbuf_puts(out, "\\ufffd");
    else if (shown_is_control(data + i, n, &code) && !is_white(code))
      strbuf_printf(out, "\\u%04x", (unsigned)code);
    else if (n == 1)
      write_char(w, (unsigned char)data[i]);
    else
      strbuf_write(out, data + i, n);
    i += n ? n : 1;
  }
  strbuf_putc(out, '"');
}

static void break_line(json_writer *w) {
  if (!w->is_inside_page)
    strbuf_printf(w->out, "\n%*s", (int)(2 * w->depth), "");
}

// Comma, new line, indentation and key of the next item.
static void next_item(json_writer *w, const char *key) {
  assert(w->depth <= WRITER_DEPTH);
  if (w->depth) {
    strbuf_puts(w->out, w->has_items[w->depth - 1] ? "," : "");
    break_line(w);
    w->has_items[w->depth - 1] = true;
  }
  if (key) {
    write_quoted(w, key, strlen(key));
    strbuf_puts(w->out, ": ");
  }
}

void json_begin(json_writer *w, const char *key, char bracket) {
  assert(bracket == '{' || bracket == '[');
  assert(w->depth < WRITER_DEPTH);
  next_item(w, key);
  strbuf_putc(w->out, bracket);
  w->has_items[w->depth++] = false;
}

void json_end(json_writer *w, char bracket) {
  assert((bracket == '}' || bracket == ']') && w->depth);
  w->depth--;
  if (w->has_items[w->depth])
    break_line(w);
  strbuf_putc(w->out, bracket);
}

void json_text(json_writer *w, const char *key, const char *data, size_t size) {
  next_item(w, key);
  write_quoted(w, data, size);
}

void json_string(json_writer *w, const char *key, const char *text) {
  if (text)
    json_text(w, key, text, strlen(text));
  else
    json_raw(w, key, "null");
}

void json_int(json_writer *w, const char *key, int64_t n) {
  next_item(w, key);
  strbuf_printf(w->out, "%lld", (long long)n);
}

void json_real(json_writer *w, const char *key, double n) {
  assert(isfinite(n));
  next_item(w, key);
  strbuf_printf(w->out, "%.6g", n);
}

void json_bool(json_writer *w, const char *key, bool b) {
  json_raw(w, key, b ? "true" : "false");
}

void json_raw(json_writer *w, const char *key, const char *json) {
  assert(json[0] != '\0');
  next_item(w, key);
  strbuf_puts(w->out, json);
}
