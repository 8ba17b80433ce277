// SPDX-License-Identifier: Apache-2.0
// C programs: from files to the program, by way of clang and LLVM bitcode.
#ifndef FRONTEND_C_C_H
#define FRONTEND_C_C_H

#include "base/env.h"
#include "program/program.h"

// Adds the program of all input files to 'p', starting at function 'entry'.
bool c_read(const env *e, const char *entry, program *p, diag *d);

#endif
