// SPDX-License-Identifier: Apache-2.0
// Whether a function whose value is used has returned one.
#ifndef FRONTEND_C_TRANSLATE_RETURNED_H
#define FRONTEND_C_TRANSLATE_RETURNED_H

#include "frontend/c/translate/translator.h"

// Whether the function may end without a value that it should return.
bool returned_may_lack(const ir_function *f);
void returned_prepare(translator *t, const ir_function *f, storage *s);
void returned_begin(translator *t, const frame *callee);
void returned_store(translator *t, const ir_operand *to);
// The caller of the current frame uses the value.
void returned_use(translator *t);
// The caller uses a struct: whether it was returned (lower_returned).
void returned_check(translator *t, term is_returned);

#endif
