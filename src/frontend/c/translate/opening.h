// SPDX-License-Identifier: Apache-2.0
// Calls of recursive functions that are left open (program/open.h).
#ifndef FRONTEND_C_TRANSLATE_OPENING_H
#define FRONTEND_C_TRANSLATE_OPENING_H

#include "frontend/c/translate/translator.h"

// The location where the program itself starts, behind a choice at the entry.
loc opening_start(translator *t, const ir_function *f);
// Ends the step at the call, if it is one that is left open.
bool opening_call(translator *t, const ir_inst *i, const ir_function *f);
// Ends the step at the return of a body.
void opening_return(translator *t, const ir_inst *i);
// Starts the body of a function whose calls are open; false: there is no more.
bool opening_next_body(translator *t);

#endif
