// SPDX-License-Identifier: Apache-2.0
// An invariant that lists states, in the states that paths end in.
#ifndef CERTIFY_LISTED_H
#define CERTIFY_LISTED_H

#include "certify/listed_index.h"
#include "certify/paths.h"
#include "certify/starts.h"

typedef struct {
  start_cases cases;
  listed_index *index; // of the alternatives, by the constants that they give
} listed;

// 'l' must be cleared before the paths are freed.
void listed_init(listed *l, paths *ps, term invariant);
void listed_clear(listed *l);

// The invariant in the state of an arrival. Alternatives that give a variable
// another constant than it has there, and so are false, are not looked at: in a
// state of constants that leaves one of thousands.
term listed_formula(const listed *l, paths *ps, const paths_arrival *a);

#endif
