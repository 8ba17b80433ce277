// SPDX-License-Identifier: Apache-2.0
// Integer variables that hold addresses: 'unsigned long a = (unsigned long)p;'
// and what is added to it. They are kept as pointers, so that nobody has to
// know where the object lies.
#ifndef FRONTEND_C_ANALYZE_ADDRESSES_H
#define FRONTEND_C_ANALYZE_ADDRESSES_H

#include "frontend/c/ir/ir.h"

// Marks each local scalar of the width of pointers into which every store puts
// an address (or 0), and gives it the type of a pointer. Comes
// before the points-to analysis.
void addresses_find(ir_module *m);

#endif
