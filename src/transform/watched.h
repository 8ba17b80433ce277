// SPDX-License-Identifier: Apache-2.0
// A program with a witness: an index, the same for the whole run, that is where
// the error reads an array.
//
// Each execution of the original that ends in an error is one of the watched
// program, for some index: that of the array element which was read last.
// So invariants may speak of that element instead of all, and a proof that uses
// none of the others is one for all of them: "for all i" in front of it.
#ifndef TRANSFORM_WATCHED_H
#define TRANSFORM_WATCHED_H

#include "program/program.h"

typedef struct {
  program *program; // p with two more variables; same locations and edges
  var witness;      // never assigned
  var last;         // index of the last read
  sort index;       // of both
} watched;

// False: there is no array that is read.
bool watched_make(const program *p, watched *out);

#endif
