// SPDX-License-Identifier: Apache-2.0
// From an LLVM module to ours: everything that the entry function can reach.
#ifndef FRONTEND_C_IR_DECODE_H
#define FRONTEND_C_IR_DECODE_H

#include "frontend/c/read/bitcode.h"
#include "frontend/c/ir/ir.h"

typedef struct {
  const char *entry;       // name of the function to start at
  const char *error_label; // a C label that is an error; NULL: none is
} decode_options;

// Returns NULL and fills 'd' if there is no such function (the message names
// the candidates). Names are interned in 'p'.
ir_module *decode_module(bitcode *b, program *p, const decode_options *o,
                         diag *d);
void ir_module_free(ir_module *m);

#endif
