// SPDX-License-Identifier: Apache-2.0
// Which pointers of a function become numbers.
#ifndef FRONTEND_C_ANALYZE_EXPOSED_H
#define FRONTEND_C_ANALYZE_EXPOSED_H

#include "frontend/c/ir/ir.h"

// No object lies on the first page of memory, nor on the last one.
enum { EXPOSED_PAGE = 4096 };

// Whether the comparison is the same for all addresses of objects if one side
// is a number on such a page.
static inline bool exposed_knows_page(ir_compare op) {
  return op == COMPARE_EQ || op == COMPARE_NE || op == COMPARE_UGT ||
         op == COMPARE_UGE || op == COMPARE_ULT || op == COMPARE_ULE;
}

typedef struct {
  // Operands (pointers, or constant addresses of an integer type) whose value
  // as a number matters. Those that are missing here cannot become numbers.
  VEC(const ir_operand *) pointers;
  // Casts of integers to pointers, but not of those that still are pointers.
  VEC(const ir_inst *) casts;
} exposed;

void exposed_find(const ir_module *m, const ir_function *f, exposed *out);
void exposed_clear(exposed *e);

#endif
