// SPDX-License-Identifier: Apache-2.0
// What LLVM says in a special way, said plainly.
#ifndef FRONTEND_C_LOWER_H
#define FRONTEND_C_LOWER_H

#include <llvm-c/Types.h>

// Atomic operations become loads, operations and stores: there is one thread,
// and what would start another one is not supported.
void lower_atomics(LLVMModuleRef m);
// Functions that run before the program are called where 'entry' begins, in
// the order of their priorities. If 'entry' is also used otherwise, all stays
// as it is.
void lower_constructors(LLVMModuleRef m, LLVMValueRef entry);

#endif
