// SPDX-License-Identifier: Apache-2.0
// Finds the inputs that the terms of a block mention.
#ifndef ENCODE_INPUTS_H
#define ENCODE_INPUTS_H

#include "program/program.h"

// A zeroed finder with its program set is ready.
typedef struct {
  const program *p;
  VEC(uint32_t) stamps; // by term id: the last block that visited the term
  uint32_t stamp;
  term_vec stack;
} input_finder;

void inputs_clear(input_finder *f);
void inputs_begin(input_finder *f); // forgets what was visited
// Appends the inputs below t that were not met since inputs_begin. Costs what
// is new in the DAG.
void inputs_find(input_finder *f, term t, term_vec *out);

#endif
