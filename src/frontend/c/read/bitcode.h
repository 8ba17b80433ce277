// SPDX-License-Identifier: Apache-2.0
// LLVM modules: read from memory and linked into one.
#ifndef FRONTEND_C_READ_BITCODE_H
#define FRONTEND_C_READ_BITCODE_H

#include <llvm-c/Types.h>
#include <stddef.h>

#include "base/diag.h"

typedef struct {
  LLVMContextRef context;
  LLVMModuleRef module; // NULL: nothing read yet
  strbuf messages;      // of LLVM, since the last call
} bitcode;

void bitcode_init(bitcode *b);
void bitcode_clear(bitcode *b);
// Reads one more module and links it to what is there. 'name' is for messages.
bool bitcode_add(bitcode *b, const void *data, size_t size, const char *name,
                 diag *d);
// Calls back with the name of each function that is called and not defined.
void bitcode_each_missing(const bitcode *b,
                          void (*visit)(void *data, const char *name),
                          void *data);

#endif
