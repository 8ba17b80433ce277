// SPDX-License-Identifier: Apache-2.0
// Whose padding a program can see.
#ifndef FRONTEND_C_ANALYZE_PADDING_H
#define FRONTEND_C_ANALYZE_PADDING_H

#include "frontend/c/analyze/points_to.h"

// Marks the variables and sites ('shows_padding') whose bytes are read other
// than member by member, there or in a copy. Follows heap_type_sites.
void padding_find(ir_module *m, const points_to *targets);

#endif
