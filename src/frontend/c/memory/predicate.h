// SPDX-License-Identifier: Apache-2.0
// Questions about memory that a program asks itself, with CBMC's names:
// __CPROVER_r_ok and its kin, __CPROVER_OBJECT_SIZE, __CPROVER_POINTER_OFFSET.
//
// The answers are exact for objects of the program. Of memory from outside
// nothing is known: such a question is not supported.
#ifndef FRONTEND_C_MEMORY_PREDICATE_H
#define FRONTEND_C_MEMORY_PREDICATE_H

#include "frontend/c/translate/translator.h"

// Whether the program asks any: then sizes are kept to the byte.
bool predicate_is_used(const ir_module *m);
// A call of such a function. As external_execute.
bool predicate_execute(translator *t, const ir_inst *i, const char *name);

#endif
