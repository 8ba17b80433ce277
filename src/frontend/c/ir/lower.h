// SPDX-License-Identifier: Apache-2.0
// What LLVM says in a special way, said plainly.
#ifndef FRONTEND_C_IR_LOWER_H
#define FRONTEND_C_IR_LOWER_H

#include <llvm-c/Types.h>
#include <stdbool.h>

#include "base/strbuf.h"
#include "frontend/c/read/reserved.h"

// Atomic operations become loads, operations and stores: there is one thread,
// and what would start another one is not supported.
void lower_atomics(LLVMModuleRef m);
// Functions that run before the program are called where 'entry' begins, in
// the order of their priorities. If 'entry' is also used otherwise, all stays
// as it is.
void lower_constructors(LLVMModuleRef m, LLVMValueRef entry);

// The array of arguments that 'main' gets is what the function LOWER_ARGUMENTS
// returns for their number, where the program uses it.
#define LOWER_ARGUMENTS "arguments_of_main" RESERVED_NAME
void lower_arguments(LLVMModuleRef m);
// Functions that run at the end, handed to atexit or destructors, are called
// where 'entry' returns and before exit: atexit becomes LOWER_ATEXIT, and
// LOWER_EXIT calls what that got. If 'entry' is also used otherwise, all stays
// as it is.
#define LOWER_ATEXIT "atexit" RESERVED_NAME "handled"
#define LOWER_EXIT "handlers_at_exit" RESERVED_NAME
void lower_exits(LLVMModuleRef m, const char *entry);
// What stands between the name of a function and a number, where one was made
// for a format.
#define LOWER_FORMAT_SUFFIX RESERVED_NAME "format"
// What stands behind the name where the format is not known.
#define LOWER_UNKNOWN_FORMAT " with this format"
// Reads a string that is written elsewhere.
#define LOWER_READ_STRING "output_of_string" RESERVED_NAME
// Calls of the printf and scanf families whose format is known, and that
// matter, become calls of functions whose text is appended to 'models'. Other
// output reads its strings. True: the results of some that write elsewhere than
// to memory are used.
bool lower_formats(LLVMModuleRef m, strbuf *models);

// Functions with a variable number of arguments take a pointer to those without
// a name, and the program itself walks through them. What is only declared
// stays as it is.
void lower_variadic(LLVMModuleRef m);
// What the names of locals begin with in which those arguments lie.
#define LOWER_VARIADIC "arguments" RESERVED_NAME
// A function that is not defined, or whose calls have a fixed meaning, and
// whose address is used, has a function in its place there that calls it: so it
// can be called through pointers. The name of that has this behind the other's.
#define LOWER_BY_ADDRESS RESERVED_NAME "by_address"
void lower_addresses(LLVMModuleRef m);
// Assembly that does nothing (no text, or a fence) is left out. Other assembly
// becomes calls of functions whose names begin with this, one for each output,
// behind a call of an undefined function if it may write other memory.
#define LOWER_ASSEMBLY RESERVED_NAME "assembly"
void lower_assembly(LLVMModuleRef m);
// Where errno is used, functions that may set it are followed by one of these,
// and its address is what the last two return: it is only written, or not.
#define LOWER_ERRNO_ALLOCATED "errno" RESERVED_NAME "allocated"
#define LOWER_ERRNO_ANY "errno" RESERVED_NAME "any"
#define LOWER_ERRNO_LOST "errno" RESERVED_NAME "lost"
#define LOWER_ERRNO_READ "errno" RESERVED_NAME "read"
#define LOWER_ERRNO_WRITE "errno" RESERVED_NAME "write"
void lower_errno(LLVMModuleRef m);
// Who uses a struct that a function returned calls this, if that function may
// have ended without a return statement: 0 if it did.
#define LOWER_RETURNED RESERVED_NAME "returned"
void lower_returned(LLVMModuleRef m);

#endif
