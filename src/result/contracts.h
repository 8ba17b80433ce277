// SPDX-License-Identifier: Apache-2.0
// Evidence about a program with open calls (program/open.h): what each function
// needs when it is called, and what it gives then when it returns.
#ifndef RESULT_CONTRACTS_H
#define RESULT_CONTRACTS_H

#include "program/open.h"

// Of one function, over its formals: needs over at_start, gives over at_start
// and at_return.
typedef struct {
  term_vec needs, gives; // conjuncts
} contract;

// By open function. To be freed with contracts_free.
typedef struct {
  uint32_t count;
  contract *of;
} contracts;
contracts contracts_new(const open_calls *o); // that say nothing
void contracts_free(contracts *c);

// What a proof by contracts is about.
typedef struct {
  program *open; // as the front end made it
  open_calls calls;
  contracts contracts;
} contracted;
void contracted_clear(contracted *c);

#endif
