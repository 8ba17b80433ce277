// SPDX-License-Identifier: Apache-2.0
// Writing JSON: commas, indentation and escapes in one place.
//
// Whatever bytes come in, the text that goes out is valid UTF-8 and valid JSON:
// what is not UTF-8 becomes U+FFFD.
#ifndef REPORT_WRITER_H
#define REPORT_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

enum { WRITER_DEPTH = 32 };

typedef struct {
  strbuf *out;
  bool is_inside_page; // of HTML: on one line, and without a '<'
  uint32_t depth;
  bool has_items[WRITER_DEPTH]; // by depth: a comma is needed before the next
} json_writer;

// key: NULL inside an array (and for the outermost value).
void json_begin(json_writer *w, const char *key, char bracket); // '{' or '['
void json_end(json_writer *w, char bracket);                    // '}' or ']'
void json_string(json_writer *w, const char *key, const char *text);
void json_text(json_writer *w, const char *key, const char *data, size_t size);
void json_int(json_writer *w, const char *key, int64_t n);
void json_real(json_writer *w, const char *key, double n);
void json_bool(json_writer *w, const char *key, bool b);
void json_raw(json_writer *w, const char *key, const char *json);

#endif
