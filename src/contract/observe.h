// SPDX-License-Identifier: Apache-2.0
// Calls that runs of the program make, and what they come to.
#ifndef CONTRACT_OBSERVE_H
#define CONTRACT_OBSERVE_H

#include "contract/contract.h"

// Calls of one function: rows of numbers, parameters before results (a Bool is
// 0 or 1), each parameter list once.
typedef struct {
  VEC(uint64_t) values;
  uint32_t rows, columns;
} observations;

// By open function. To be freed with observe_free.
observations *observe_calls(const env *e, const program *p,
                            const open_calls *o);
void observe_free(observations *all, const open_calls *o);

#endif
