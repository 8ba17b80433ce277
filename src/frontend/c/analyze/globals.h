// SPDX-License-Identifier: Apache-2.0
// Global variables: which of them never change, and what they start with.
#ifndef FRONTEND_C_ANALYZE_GLOBALS_H
#define FRONTEND_C_ANALYZE_GLOBALS_H

#include "frontend/c/translate/translator.h"

// Marks as constant each defined variable that nothing writes and whose address
// goes nowhere: then its initial value is its value.
void globals_find_constants(ir_module *m);

// Whether the module calls a function that is an error, and one that is nothing
// else (no assertion).
bool globals_have_error_call(const ir_module *m);
bool globals_have_error_function(const ir_module *m);

// By cell of the shape: the value at the start. NULL: it has none that can be
// expressed.
const term *globals_initial(translator *t, uint32_t symbol, const shape *s);

// Writes the initial values of all variables in the current step.
void globals_initialize(translator *t);

#endif
