// SPDX-License-Identifier: Apache-2.0
// Diagnostics: what is wrong with the user's input, and where.
//
// A function that can fail on its input takes a diag * and returns false or
// none; the first error is kept. 'file:line:col: error: text' is how it prints.
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

// A place in the user's source. file is interned or immortal; NULL: nowhere.
typedef struct {
  const char *file;
  uint32_t line, col; // from 1; 0: not known
} source_pos;

typedef enum {
  DIAG_NONE,
  DIAG_USAGE,       // exit status 1
  DIAG_INPUT,       // exit status 2
  DIAG_UNSUPPORTED, // verdict unknown
  DIAG_LIMIT,       // verdict unknown: time, memory, interrupted
  DIAG_INTERNAL     // exit status 6
} diag_class;

typedef struct {
  diag_class kind;
  source_pos pos; // its file is this one's own copy
  strbuf file;
  strbuf text; // may hold several lines (clang's own messages, verbatim)
} diag;

void diag_clear(diag *d);
// Keeps the first: a later call on a filled diag does nothing. Returns false
// always, so that 'return diag_set(...)' reads well.
bool diag_set(diag *d, diag_class kind, source_pos pos, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_print(const diag *d, strbuf *out);
// "file:line:col", on one line whatever the file is called.
void source_pos_print(source_pos pos, strbuf *out);

#endif
