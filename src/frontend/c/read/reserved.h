// SPDX-License-Identifier: Apache-2.0
// Names that the tool keeps for itself.
#ifndef FRONTEND_C_READ_RESERVED_H
#define FRONTEND_C_READ_RESERVED_H

#include <llvm-c/Types.h>
#include <stdbool.h>

#include "base/diag.h"

// Part of the name of all that is added to a program, and of nothing else.
#define RESERVED_NAME "__wedge_"

// False with 'd' filled if a function or variable of the program has such a
// name, whether it defines it or only uses it.
bool reserved_check(LLVMModuleRef m, diag *d);

#endif
