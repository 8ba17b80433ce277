// SPDX-License-Identifier: Apache-2.0
// Running clang: C text in, LLVM bitcode in memory out.
#ifndef FRONTEND_C_READ_CLANG_H
#define FRONTEND_C_READ_CLANG_H

#include "base/env.h"
#include "base/strbuf.h"
#include "frontend/c/read/source.h"

typedef struct {
  void *data;
  size_t size;
  strbuf warnings; // as clang writes them
} clang_output;

// Compiles one file. On failure fills 'd' (clang's own messages, verbatim; or
// that clang is missing; or the limit that ran out) and returns false.
bool clang_compile(const env *e, const source *s, const string_list *flags,
                   clang_output *out, diag *d);
// Adds what keeps clang from marking where the lives of locals begin and end.
void clang_without_lifetimes(string_list *flags);
void clang_output_free(clang_output *out);

#endif
