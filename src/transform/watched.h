// SPDX-License-Identifier: Apache-2.0
// A program with witnesses: indices, the same for the whole run, that are where
// the error reads arrays.
//
// Each execution of the original that ends in an error is one of the watched
// program, for some indices: those of the array elements which were read last.
// So invariants may speak of these elements instead of all, and a proof that
// uses none of the others is one for all of them: "for all i" in front of it.
#ifndef TRANSFORM_WATCHED_H
#define TRANSFORM_WATCHED_H

#include "transform/extended.h"

enum { MOST_WITNESSES = 2 };

typedef struct {
  extended extended; // p with more variables; same locations and edges
  uint32_t count;    // of witnesses
  var witness[MOST_WITNESSES]; // never assigned
  var last[MOST_WITNESSES];    // indices of the last reads, the latest first
  sort index;                  // of all of them
} watched;

// False: there is no array that is read. In any case, watched_clear frees it.
bool watched_make(const program *p, uint32_t count, watched *out);
void watched_clear(watched *w);

// The variable of an index that is one, or a sum of one and a constant; then
// '*offset' is that constant, or none. TERM_NONE: it is neither.
term watched_index_variable(const program *p, term index, term *offset);
// Does p read arrays at two indices of one variable, such as i and n - i?
bool watched_has_pairs(const program *p, const watched *w);

#endif
