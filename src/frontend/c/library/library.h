// SPDX-License-Identifier: Apache-2.0
// Functions of the environment, known by name.
#ifndef FRONTEND_C_LIBRARY_LIBRARY_H
#define FRONTEND_C_LIBRARY_LIBRARY_H

#include "program/program.h"

typedef enum {
  LIBRARY_UNKNOWN, // no meaning is known: returns anything
  LIBRARY_ERROR,
  LIBRARY_ASSERT_FAIL,
  LIBRARY_ASSERT,
  LIBRARY_ASSUME,
  LIBRARY_END,
  LIBRARY_NONDET,
  LIBRARY_OUTPUT,
  LIBRARY_NUMBER,      // a number that the environment chooses: library_range
  LIBRARY_ENVIRONMENT, // returns what the environment says, writes nothing
  LIBRARY_COPY,
  LIBRARY_FILL,
  LIBRARY_ABS,
  LIBRARY_REAL,     // of <math.h> or <fenv.h>
  LIBRARY_ALLOCATE, // malloc: operands are factors of the size
  LIBRARY_FREE,
  LIBRARY_OWN, // asked of the translator: by models, or CBMC's questions
  LIBRARY_NOTHING,
  LIBRARY_UNSUPPORTED
} library_kind;
// How the names of CBMC's functions begin.
#define LIBRARY_CPROVER "__CPROVER_"
library_kind library_find(const char *name);
// Such calls are errors whatever the function's body says.
bool library_is_error(const char *name);
// A function of <math.h> or <fenv.h> that has a meaning (real_library.c).
bool library_is_real(const char *name);
// What a function of that kind may return.
void library_range(const char *name, int64_t *least, int64_t *most);
// Whether the function allocates memory that is zero.
bool library_is_zeroing(const char *name);
// One of <math.h> that has none, though its result is determined.
bool library_is_inexact(const char *name);
// What a nondet function returns, by its name: its type and width (0: that of
// the data model). False: the name says nothing.
bool library_nondet_type(const char *name, type_info *out, uint32_t *bits);

#endif
