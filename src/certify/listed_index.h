// SPDX-License-Identifier: Apache-2.0
// Which of many listed states have these constants?
#ifndef CERTIFY_LISTED_INDEX_H
#define CERTIFY_LISTED_INDEX_H

#include "base/vec.h"
#include "term/term.h"

// A constant that a listed state gives a variable.
typedef struct {
  uint32_t variable; // its id
  term constant;     // of the paths' table
} listed_value;
typedef VEC(listed_value) listed_values;
typedef VEC(uint32_t) listed_numbers;

typedef struct listed_index listed_index;

listed_index *listed_index_new(const terms *tt); // which must outlive it
void listed_index_free(listed_index *x);         // x may be NULL

// Adds a state, whose number is that of the states before it.
void listed_index_add(listed_index *x, const listed_value *values, uint32_t n);
void listed_index_build(listed_index *x); // once, behind the last of them

// The term of a variable in the state that is asked about; none: not known.
typedef term (*listed_look)(void *data, uint32_t variable);
// Appends the numbers of the listed states that give no variable another
// constant than it has there.
void listed_index_find(const listed_index *x, listed_look look, void *data,
                       listed_numbers *out);

#endif
