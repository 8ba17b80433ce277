// SPDX-License-Identifier: Apache-2.0
// What an execution that ends with an error edge does wrong with memory, for
// people who read of it. No verdict depends on it.
#ifndef PROGRAM_FAULT_H
#define PROGRAM_FAULT_H

#include "base/diag.h"
#include "term/term.h"

typedef enum {
  FAULT_NULL,    // the pointer is null, or null with an offset
  FAULT_NUMBER,  // the pointer is a number that is no object's address
  FAULT_OUTSIDE, // some of the bytes are not inside of the object
  FAULT_ENDED,   // the object was freed, or its block or function has ended
  FAULT_INSIDE,  // free: the pointer does not lead to the start of the memory
  FAULT_OWN      // free: the object was never allocated
} fault_kind;

typedef enum { FAULT_READ, FAULT_WRITE, FAULT_FREE } fault_action;

typedef struct {
  fault_kind kind;
  fault_action action;
  term when;          // Bool: whether it is this one, before the edge runs
  const char *object; // its name, or the function that allocated it; or NULL
  source_pos pos;     // of its declaration, or of the allocation
  bool is_allocated;
  uint64_t bytes;    // that are read or written
  term offset, size; // of the same width; TERM_NONE: not known
} memory_fault;

#endif
