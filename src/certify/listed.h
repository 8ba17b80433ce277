// SPDX-License-Identifier: Apache-2.0
// An invariant that lists states, in the states that paths end in.
#ifndef CERTIFY_LISTED_H
#define CERTIFY_LISTED_H

#include "certify/paths.h"
#include "certify/starts.h"

// A constant that an alternative gives a variable.
typedef struct {
  uint32_t variable; // its id
  term constant;     // of the paths' table
} listed_value;

typedef struct {
  start_cases cases;
  VEC(listed_value) values; // of all alternatives, one after the other
  VEC(uint32_t) ends;       // by alternative: where its values end
} listed;

// 'l' must be cleared before the paths are freed.
void listed_init(listed *l, paths *ps, term invariant);
void listed_clear(listed *l);

// The invariant in the state of an arrival. Alternatives that give a variable
// another constant than it has there, and so are false, are not looked at: in a
// state of constants that leaves one of thousands.
term listed_formula(const listed *l, paths *ps, const paths_arrival *a);

#endif
