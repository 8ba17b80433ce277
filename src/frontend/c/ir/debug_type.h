// SPDX-License-Identifier: Apache-2.0
// Types as the source writes them, from debug information: they name the parts
// of variables and say how to show values.
#ifndef FRONTEND_C_IR_DEBUG_TYPE_H
#define FRONTEND_C_IR_DEBUG_TYPE_H

#include "program/program.h"

typedef enum {
  DEBUG_SCALAR,
  DEBUG_STRUCT, // or union: members may overlap
  DEBUG_ARRAY,
  DEBUG_UNKNOWN
} debug_kind;

typedef struct debug_member {
  const char *name; // NULL: anonymous
  uint64_t offset;  // bits
  uint64_t bits;
  const struct debug_type *type;
  bool is_bit_field;
} debug_member;

typedef struct debug_type {
  debug_kind kind;
  type_info info; // of a scalar; name also of the others
  uint64_t bits;
  const struct debug_type *element; // of an array
  uint64_t length;
  const debug_member *members;
  uint32_t member_count;
  bool is_union;
  uint32_t word_bytes; // as in ir_type
} debug_type;

#endif
