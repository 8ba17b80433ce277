// SPDX-License-Identifier: Apache-2.0
// C programs: from files to the program, by way of clang and LLVM bitcode.
#ifndef FRONTEND_C_C_H
#define FRONTEND_C_C_H

#include "base/env.h"
#include "program/open.h"

// Adds the program of all input files to 'p', starting at function 'entry'.
// open: calls of recursive functions are left open, and put there; NULL: they
// are unfolded.
bool c_read(const env *e, const char *entry, program *p, open_calls *open,
            diag *d);

#endif
