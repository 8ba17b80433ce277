// SPDX-License-Identifier: Apache-2.0
// The flags with which people compile, as their builds have them: which of them
// change what a program means, and which do not matter for it.
#ifndef BASE_COMPILER_FLAGS_H
#define BASE_COMPILER_FLAGS_H

#include <stdbool.h>

typedef enum {
  FLAG_KEPT,    // changes the meaning: clang gets it
  FLAG_DROPPED, // code generation, linking, instrumentation, output
  FLAG_MODEL_32,
  FLAG_MODEL_64,
  FLAG_REFUSED // another data model than these two
} compiler_flag_use;

typedef enum {
  FLAG_VALUE_NONE,  // the name is the flag
  FLAG_VALUE_END,   // the name is only its beginning
  FLAG_VALUE_WORD,  // follows, attached or as the next argument
  FLAG_VALUE_PATH,  // the same, relative to where the compiler runs
  FLAG_VALUE_APART, // a path, always the next argument
} compiler_flag_value;

typedef struct {
  const char *name;
  compiler_flag_value value;
  compiler_flag_use use;
} compiler_flag;

// NULL: no flag of compilers that is understood here.
const compiler_flag *compiler_flag_find(const char *argument);
// Is the value of 'argument', which is this flag, the argument behind it?
bool compiler_flag_takes_next(const compiler_flag *f, const char *argument);

#endif
