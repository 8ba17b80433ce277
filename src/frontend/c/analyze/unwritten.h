// SPDX-License-Identifier: Apache-2.0
// Pointers that are read and that no instruction stores. Where they are read
// from memory that nobody initialized, nobody knows what they are: they are
// taken to lead outside of the program.
#ifndef FRONTEND_C_ANALYZE_UNWRITTEN_H
#define FRONTEND_C_ANALYZE_UNWRITTEN_H

#include "frontend/c/ir/ir.h"

// A load of a pointer.
typedef struct {
  const ir_function *f;
  const ir_inst *load;
  bool is_member; // of a struct, and no instruction stores that member
} unwritten;
typedef VEC(unwritten) unwritten_vec;

// All of them, in the order of the module.
void unwritten_find(const ir_module *m, unwritten_vec *out);

#endif
