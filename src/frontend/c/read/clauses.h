// SPDX-License-Identifier: Apache-2.0
// What is said of the entry function in C: conditions on its arguments, and on
// what it leaves behind.
//
// They come from CBMC's clauses in the source (__CPROVER_requires, _ensures),
// from --requires, and from what C itself says of a parameter ([static n],
// nonnull). They are written as a function that is the entry instead: it
// assumes the first, calls the function, and asserts the others.
#ifndef FRONTEND_C_READ_CLAUSES_H
#define FRONTEND_C_READ_CLAUSES_H

#include <llvm-c/Types.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"
#include "program/program.h"

typedef struct {
  const char *entry; // the name of that function; NULL: nothing is said
  const char *file;  // as which its positions name the text
  const char *text;
} clauses;

// Looks for what is said of the function. False with 'd' filled if that cannot
// be used. The result lives in 'mem'.
bool clauses_find(LLVMModuleRef m, const options *o, const char *function,
                  arena *mem, clauses *out, diag *d);
// A warning for each other function that has clauses: they are not used.
void clauses_note_unused(LLVMModuleRef m, const char *entry, program *p);
// Takes the annotations that carry clauses out of the module.
void clauses_drop(LLVMModuleRef m);

#endif
