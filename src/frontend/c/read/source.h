// SPDX-License-Identifier: Apache-2.0
// One C file as it is given to clang.
//
// Line markers (# 12 "other.c") would make lines mean another file than the
// one the user gave, so a file that has any is read, its markers are blanked,
// and the text is handed over instead of the path. So is one that lacks a
// declaration which would change its meaning.
#ifndef FRONTEND_C_READ_SOURCE_H
#define FRONTEND_C_READ_SOURCE_H

#include "base/arena.h"
#include "base/diag.h"

enum { SOURCE_MOST_DECLARED = 9 };

typedef struct {
  const char *path;      // as given; "<stdin>" for standard input
  const char *text;      // NULL: clang reads the path itself
  size_t size;           // of the text
  const char *shown;     // the text without the added lines before it
  const char *quote_dir; // for #include "...", when text is given
  bool is_preprocessed;  // a .i file: no macros any more
  // Functions that are called, but declared nowhere in the text, though they do
  // not return int: their declarations precede the text.
  const char *declared[SOURCE_MOST_DECLARED];
  uint32_t declared_count;
} source;

// Reads the file ("-": standard input) into 'mem'. False with 'd' filled if it
// cannot be read, or is no text.
bool source_read(source *s, arena *mem, const char *path, diag *d);

#endif
