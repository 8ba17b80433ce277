// SPDX-License-Identifier: Apache-2.0
// Blocks as code of a register machine: concrete execution at speed.
//
// Each variable of up to 64 bits has a register. The out-edges of a location
// are compiled at its first visit. A location that computes with anything
// wider (or with arrays, integers, reals) is not compiled; the caller executes
// it with the evaluator of terms, which stays the reference.
#ifndef PROGRAM_CODE_H
#define PROGRAM_CODE_H

#include "program/coverage.h"

typedef struct code code;

// Counts the choices that it makes in *counted, unless that is NULL.
code *code_new(const program *p, coverage *counted);
void code_free(code *c);

// The register of a variable or input; NULL: it has none. Valid until the next
// code_run.
uint64_t *code_register(code *c, term t);
// Can the out-edges of this location be executed by code_run?
bool code_has(code *c, loc at);

typedef struct {
  loc at;
  edge last;      // executed last
  uint64_t steps; // executed in all
  bool is_stuck;  // no guard holds at 'at'
} code_position;

// Executes from s->at, whose inputs (if any) are in their registers, until a
// location that is a sink, asks for inputs or has no code, until it is stuck,
// or until 'most' steps are done. Requires code_has(c, s->at) and most > 0.
void code_run(code *c, code_position *s, uint64_t most);

#endif
