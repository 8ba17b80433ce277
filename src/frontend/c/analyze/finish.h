// SPDX-License-Identifier: Apache-2.0
// Facts about a decoded function that the translator needs, computed once.
#ifndef FRONTEND_C_ANALYZE_FINISH_H
#define FRONTEND_C_ANALYZE_FINISH_H

#include "frontend/c/ir/ir.h"

// Fills in last uses, forwarding of empty blocks, positions, what parameters
// fill, and the facts about locals.
void finish_function(const ir_module *m, ir_function *f);

// finish_locals.c: is_scalar, has_address, and is_live_* of what is no scalar.
void finish_locals(const ir_module *m, ir_function *f);

// liveness.c: is_live_*, is_single_store of scalars.
void finish_liveness(ir_function *f);

#endif
