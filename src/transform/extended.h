// SPDX-License-Identifier: Apache-2.0
// A program with more variables, and how another program gets the same ones.
//
// What is searched may be a simpler program than the original (constants are in
// place, what does not matter is gone). What a transformation adds to it can be
// added to the original, too: the judge compares with that one.
#ifndef TRANSFORM_EXTENDED_H
#define TRANSFORM_EXTENDED_H

#include "program/program.h"

// Additions to the edges of a program: 'program' has, behind its variables,
// further ones and assignments to these, which are records.
typedef struct {
  program *program;
  VEC(term)
  conditions; // by edge id, from 1: which its guard has besides, if
              // it is not 'true'
} extended;

// Begins with the locations and variables of p, and no edge.
void extended_init(extended *x, const program *p);
void extended_clear(extended *x);
// Adds the next edge of p, with the condition and such assignments, which come
// behind those of the block.
void extended_add_edge(extended *x, const program *p, edge e, term condition,
                       const assignment *records, uint32_t count);
// The original, whose locations and edges are those of the extended program,
// with the same additions. NULL: a guard did not stay what it was.
program *extended_of(const extended *x, const program *original);

#endif
