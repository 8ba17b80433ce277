// SPDX-License-Identifier: Apache-2.0
// Where pointers and integers share bytes by their types: in unions, and in a
// variable that is a pointer and is accessed as an integer.
#ifndef FRONTEND_C_ANALYZE_MIXED_H
#define FRONTEND_C_ANALYZE_MIXED_H

#include "frontend/c/ir/ir.h"

// Anywhere in the type.
bool mixed_is(const ir_type *type);
// In these bytes of it, which may leave it.
bool mixed_is_at(const ir_type *type, int64_t from, uint64_t bytes);

#endif
