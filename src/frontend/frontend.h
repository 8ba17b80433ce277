// SPDX-License-Identifier: Apache-2.0
// From the files on the command line to a program.
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "base/diag.h"
#include "base/env.h"
#include "program/open.h"

// What is to be read where the command line names no file but a database of
// compile commands: the C files in it.
bool frontend_find_inputs(const options *o, arena *mem, string_list *inputs,
                          diag *d);
// Reads env->options->inputs (and the property file). Returns NULL and fills
// 'd' on an error. Constructs without a meaning become edges to an UNSUPPORTED
// sink; they are no error.
program *frontend_read(const env *e, terms *tt, diag *d);
// The same, with calls of recursive functions left open. There may be none:
// of Boogie programs there are none.
program *frontend_read_open(const env *e, terms *tt, open_calls *open, diag *d);

#endif
