// SPDX-License-Identifier: Apache-2.0
// Floating-point numbers: operators, and the functions of <math.h>.
#ifndef FRONTEND_C_TRANSLATE_REAL_H
#define FRONTEND_C_TRANSLATE_REAL_H

#include "frontend/c/translate/translator.h"

// --- real.c ----------------------------------------------------------------
val real_execute(translator *t, const ir_inst *i);
// The same for operands that are not those of an instruction.
typedef struct {
  ir_real op;
  uint32_t aux;
  const ir_type *result;
  const ir_operand *operands;
  uint32_t count;
} real_operation;
val real_compute(translator *t, const real_operation *r);

// --- real_library.c --------------------------------------------------------
// A call of a function of <math.h> or <fenv.h>, as call_execute.
bool real_call(translator *t, const ir_inst *i, const ir_symbol *s);
// Makes the rounding mode a variable if the program may change it.
void real_start(translator *t);

#endif
