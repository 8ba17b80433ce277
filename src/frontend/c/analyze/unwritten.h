// SPDX-License-Identifier: Apache-2.0
// Pointers that no instruction stores: members of structs that are read and
// never written. Where such a struct is allocated and not zeroed, nobody knows
// what the member holds: it is taken to lead outside of the program.
#ifndef FRONTEND_C_ANALYZE_UNWRITTEN_H
#define FRONTEND_C_ANALYZE_UNWRITTEN_H

#include "frontend/c/ir/ir.h"

// A load of such a pointer, and the pointer to the struct.
typedef struct {
  const ir_function *f;
  const ir_inst *load;
  const ir_operand *base;
} unwritten;
typedef VEC(unwritten) unwritten_vec;

// All of them, in the order of the module.
void unwritten_find(const ir_module *m, unwritten_vec *out);

#endif
