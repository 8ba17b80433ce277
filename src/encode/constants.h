// SPDX-License-Identifier: Apache-2.0
// Constant propagation: what variables hold at a location on every execution.
//
// A variable is known at a location if it holds the same constant there
// whenever it is reached. Of pointers, the upper bits alone may be known: which
// object they lead to, but not where in it. What is known is put into
// guards and assignments, whose terms become smaller: a pointer that is set
// once and used everywhere, such as the only context of a library, no longer
// asks at each access where it leads.
#ifndef ENCODE_CONSTANTS_H
#define ENCODE_CONSTANTS_H

#include "base/limits.h"
#include "program/program.h"

typedef struct constants constants;

// Of p, which may be sliced, and must outlive it; objects, notes and candidates
// come from 'original'. NULL: a limit was hit.
constants *constants_find(const program *p, const program *original,
                          const limits *l);
void constants_free(constants *c);

// p with what is known in place of the variables: the same locations, edges and
// inputs by the same ids, and the same executions.
const program *constants_program(const constants *c);

// What is known at the location, of the variables that were replaced somewhere;
// false: it is not reached. These facts are inductive together.
term constants_fact(const constants *c, loc l);

#endif
