// SPDX-License-Identifier: Apache-2.0
// The places of the program that allocate memory.
#ifndef FRONTEND_C_ANALYZE_HEAP_SITES_H
#define FRONTEND_C_ANALYZE_HEAP_SITES_H

#include "frontend/c/analyze/points_to.h"

// Gives each call of a small function that allocates memory and returns a
// pointer a copy of that function, so that what one call allocates is told
// apart from what others do. Comes first.
void heap_copy_wrappers(ir_module *m);

// Numbers the calls of malloc and its kin, and finds out which of them run at
// most once, and which calls lie on cycles. Precedes the points-to analysis.
void heap_find_sites(ir_module *m);

// Finds out which sites allocate objects of one size. Follows that.
void heap_size_sites(ir_module *m);

// Finds out what type each site's memory is used as, and which sites' memory
// may be freed.
void heap_type_sites(ir_module *m, const points_to *targets);

#endif
