// SPDX-License-Identifier: Apache-2.0
// The buffer doubles when it is full, so appending costs constant time per
// character on average.
#include "base/strbuf.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

enum { FIRST_CAPACITY = 64 };

// Makes room for 'more' characters and the NUL.
static void reserve(strbuf *b, size_t more) {
  assert(b->text ? b->len < b->cap : b->len == 0 && b->cap == 0);
  if (b->text && more < b->cap - b->len)
    return;
  size_t need = more > SIZE_MAX / 2 - b->len ? SIZE_MAX : b->len + more + 1;
  size_t cap = b->cap ? b->cap : FIRST_CAPACITY;
  while (cap < need && cap <= SIZE_MAX / 2)
    cap *= 2;
  b->text = mem_realloc(b->text, cap < need ? need : cap);
  b->cap = cap;
}

void strbuf_free(strbuf *b) {
  mem_free(b->text);
  *b = (strbuf){0};
}

void strbuf_clear(strbuf *b) {
  b->len = 0;
  if (b->text)
    b->text[0] = '\0';
}

const char *strbuf_text(const strbuf *b) { return b->text ? b->text : ""; }

void strbuf_putc(strbuf *b, char c) { strbuf_write(b, &c, 1); }

void strbuf_puts(strbuf *b, const char *text) {
  strbuf_write(b, text, strlen(text));
}

void strbuf_write(strbuf *b, const char *data, size_t size) {
  reserve(b, size);
  if (size > 0)
    memcpy(b->text + b->len, data, size);
  b->len += size;
  b->text[b->len] = '\0';
}

void strbuf_printf(strbuf *b, const char *format, ...) {
  va_list args;
  va_start(args, format);
  strbuf_vprintf(b, format, args);
  va_end(args);
}

void strbuf_vprintf(strbuf *b, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  reserve(b, FIRST_CAPACITY - 1); // most pieces fit, one formatting is enough
  size_t room = b->cap - b->len;
  int length = vsnprintf(b->text + b->len, room, format, args);
  assert(length >= 0);
  if ((size_t)length >= room) {
    b->text[b->len] = '\0';
    reserve(b, (size_t)length);
    vsnprintf(b->text + b->len, (size_t)length + 1, format, again);
  }
  b->len += (size_t)length;
  va_end(again);
}
