// SPDX-License-Identifier: Apache-2.0
// The functions that C files define, as candidates for --entry.
#ifndef FRONTEND_C_FUNCTIONS_H
#define FRONTEND_C_FUNCTIONS_H

#include "base/env.h"
#include "base/diag.h"
#include "frontend/c/read/head.h"

typedef struct {
  const char *name;
  source_pos pos;
  bool has_head; // else its parameters are not known
  head head;
} c_function;

typedef VEC(c_function) c_function_list;

// Those of env->options->inputs, static ones included, not those of the
// system's headers; in the order of the files. The texts live in 'mem'. False
// with 'd' filled if a file cannot be compiled.
bool functions_list(const env *e, arena *mem, c_function_list *out, diag *d);

#endif
