// SPDX-License-Identifier: Apache-2.0
// compile_commands.json: the flags of each file, as its build uses them.
#ifndef FRONTEND_C_READ_COMPDB_H
#define FRONTEND_C_READ_COMPDB_H

#include "base/arena.h"
#include "base/options.h"

// Appends the flags of 'file' that matter for its meaning (-D, -U, -I, -std,
// -include, ...). A file that is not listed gets none. False with 'd' filled if
// the database cannot be read.
bool compdb_flags(const char *database, const char *file, arena *mem,
                  string_list *flags, diag *d);

#endif
