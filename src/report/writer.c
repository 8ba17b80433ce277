// SPDX-License-Identifier: Apache-2.0
#include "report/writer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Length of the well-formed UTF-8 sequence at 'data' (RFC 3629: shortest form,
// no surrogates, at most U+10FFFF); 0: there is none.
static size_t utf8_length(const unsigned char *data, size_t size) {
  unsigned char first = data[0];
  if (first < 0x80)
    return 1;
  size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || length > size)
    return 0;
  for (size_t i = 1; i < length; i++)
    if ((data[i] & 0xc0) != 0x80)
      return 0;
  bool is_bad =
      (first == 0xe0 && data[1] < 0xa0) || (first == 0xed && data[1] > 0x9f) ||
      (first == 0xf0 && data[1] < 0x90) || (first == 0xf4 && data[1] > 0x8f);
  return is_bad ? 0 : length;
}

static void write_ascii(strbuf *out, unsigned char c) {
  if (c == '"' || c == '\\')
    strbuf_printf(out, "\\%c", c);
  else if (c == '\n')
    strbuf_puts(out, "\\n");
  else if (c == '\t')
    strbuf_puts(out, "\\t");
  else if (c < 0x20 || c == 0x7f)
    strbuf_printf(out, "\\u%04x", c);
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

static void write_quoted(json_writer *w, const char *data, size_t size) {
  strbuf *out = w->out;
  strbuf_putc(out, '"');
  for (size_t i = 0; i < size;) {
    const unsigned char *at = (const unsigned char *)data + i;
    size_t n = utf8_length(at, size - i);
    if (n == 1)
      write_char(w, *at);
    else if (n)
      strbuf_write(out, data + i, n);
    else
      strbuf_puts(out, "\\ufffd");
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
  next_item(w, key);
  strbuf_puts(w->out, json);
}
