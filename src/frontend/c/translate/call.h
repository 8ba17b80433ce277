// SPDX-License-Identifier: Apache-2.0
// Calls of defined functions.
#ifndef FRONTEND_C_TRANSLATE_CALL_H
#define FRONTEND_C_TRANSLATE_CALL_H

#include "frontend/c/translate/translator.h"

// True: the block goes on behind the call, within the same step. False: it does
// not, or is continued when the callee returns.
bool call_execute(translator *t, const ir_inst *i);
// The value of parameter k of a call; from: the operand, if it is a pointer.
void call_pass(translator *t, frame *callee, uint32_t k, val v,
               const ir_operand *from);
void call_begin(translator *t, frame *f); // once its parameters are set
void call_return(translator *t, const ir_inst *i);
// Enters the entry function from the entry location.
void call_entry(translator *t, const ir_function *f);

#endif
