// SPDX-License-Identifier: Apache-2.0
// Growing text. A zeroed strbuf is the empty text.
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

typedef struct {
  char *text; // always NUL-terminated once non-NULL
  size_t len, cap;
} strbuf;

void strbuf_free(strbuf *b);
void strbuf_clear(strbuf *b);
const char *strbuf_text(const strbuf *b); // "" when empty, never NULL
void strbuf_putc(strbuf *b, char c);
void strbuf_puts(strbuf *b, const char *text);
void strbuf_write(strbuf *b, const char *data, size_t size);
void strbuf_printf(strbuf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strbuf_vprintf(strbuf *b, const char *format, va_list args);

#endif
