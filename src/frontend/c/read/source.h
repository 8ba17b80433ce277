// SPDX-License-Identifier: Apache-2.0
// One C file as it is given to clang.
//
// Line markers (# 12 "other.c") would make lines mean another file than the
// one the user gave, so a file that has any is read, its markers are blanked,
// and the text is handed over instead of the path. So is one that lacks a
// declaration which would change its meaning, and one with CBMC's words
// (dialect.h).
#ifndef FRONTEND_C_READ_SOURCE_H
#define FRONTEND_C_READ_SOURCE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"

enum { SOURCE_MOST_DECLARED = 9 };

typedef struct {
  const char *path;      // as given; "<stdin>" for standard input
  const char *text;      // NULL: clang reads the path itself
  size_t size;           // of the text
  const char *shown;     // the text as the user knows it
  const char *quote_dir; // for #include "...", when text is given
  bool is_preprocessed;  // a .i file: no macros any more
  bool has_dialect;      // CBMC's words, also in a header of the program
  // Functions that are called, but declared nowhere in the text, though they do
  // not return int: their declarations precede the text.
  const char *declared[SOURCE_MOST_DECLARED];
  uint32_t declared_count;
} source;

// What is asked of a text.
typedef struct {
  const string_list *include_dirs; // where headers are; NULL: nowhere
  const char *more;                // a text to stand behind it; NULL: nothing
  const char *more_file;           // whose positions name this
} source_wishes;

// Reads the file ("-": standard input) into 'mem'. False with 'd' filled if it
// cannot be read, or is no text.
bool source_read(source *s, arena *mem, const char *path,
                 const source_wishes *w, diag *d);

#endif
