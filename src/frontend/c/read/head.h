// SPDX-License-Identifier: Apache-2.0
// The head of a function's definition, as it stands in a C text: who calls the
// function from a text of ours repeats its parameters.
#ifndef FRONTEND_C_READ_HEAD_H
#define FRONTEND_C_READ_HEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct {
  const char *name;
  const char *text; // its declaration
  const char
      *least; // elements that it has at least ([static n]); NULL: not said
  const char
      *element;    // of a pointer or array: what it leads to; NULL: not said
  bool is_pointer; // a star or brackets
} head_parameter;

typedef struct {
  const char *parameters; // the text between the parentheses
  head_parameter *all;
  uint32_t count;
} head;

// False: the text has no such definition, or a parameter without a name. The
// result lives in 'mem'.
bool head_find(const char *text, const char *function, arena *mem, head *out);

#endif
