// SPDX-License-Identifier: Apache-2.0
// The arguments of main: an array of pointers to texts, of any number and any
// length.
#ifndef FRONTEND_C_MEMORY_ARGUMENTS_H
#define FRONTEND_C_MEMORY_ARGUMENTS_H

#include "frontend/c/translate/translator.h"

// From now on 'argv' is that array, and 'text' points to what its elements lead
// to: instances of one object. Neither may be written.
void arguments_define(translator *t, const pointer *argv,
                      const ir_operand *text);
// What a cell of either holds, in that element; now: without knowing this.
term arguments_cell(translator *t, const object *o, term element, term now);
// How long a text is; now: without knowing that it has an end.
term arguments_length(translator *t, const object *o, term now);

#endif
