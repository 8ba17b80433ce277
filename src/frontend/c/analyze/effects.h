// SPDX-License-Identifier: Apache-2.0
// What a call of a function reads and changes besides its own variables.
#ifndef FRONTEND_C_ANALYZE_EFFECTS_H
#define FRONTEND_C_ANALYZE_EFFECTS_H

#include "frontend/c/ir/ir.h"

typedef struct {
  VEC(uint32_t) reads, writes; // symbols of integer variables, each once
} effects;

// Fills 'out', with all functions that f calls. False: f may change more than
// global integers, or it is passed or returns more than numbers.
bool effects_find(const ir_module *m, const ir_function *f, effects *out);
void effects_clear(effects *e);

#endif
