// SPDX-License-Identifier: Apache-2.0
// compile_commands.json: the flags of each file, as its build uses them.
#ifndef FRONTEND_C_READ_COMPDB_H
#define FRONTEND_C_READ_COMPDB_H

#include "base/arena.h"
#include "base/options.h"

// What it says of a file.
typedef struct {
  bool is_listed;
  const char *model; // "-m32", "-m64", or what else is asked for; NULL: nothing
} compdb_entry;

// 'database' is the file, or the folder that it is in. Appends the flags of
// 'file' that matter for its meaning (-D, -U, -I, -std, -include, ...), none if
// it is not listed. False with 'd' filled if the database cannot be read.
bool compdb_flags(const char *database, const char *file, arena *mem,
                  string_list *flags, compdb_entry *about, diag *d);
// Appends all C files that are listed, each once, in their order; those below
// the current folder by their names from there. False: 'd' says why, also
// where there is none.
bool compdb_files(const char *database, arena *mem, string_list *files,
                  diag *d);

#endif
