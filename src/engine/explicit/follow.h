// SPDX-License-Identifier: Apache-2.0
// Paths of statements, followed with a set of values for each variable.
#ifndef ENGINE_EXPLICIT_FOLLOW_H
#define ENGINE_EXPLICIT_FOLLOW_H

#include "domain/post.h"
#include "program/program.h"

// A set for each variable, by its id less one; NULL: any value. Equal sets are
// the same pointer.
typedef const vset *const *follow_sets;

typedef struct {
  loc at;
  follow_sets sets; // all that is known there; until paths are followed again
} follow_end;

typedef struct follower follower;

typedef struct {
  const program *program; // single statements; must outlive the follower
  const bool *is_end;     // by location id: paths end here; on every cycle
  const bool *is_live;    // by location id times (variables + 1), plus variable
  patience patience;
} follow_task;

follower *follow_new(const follow_task *t);
void follow_free(follower *f);

// Follows every path from 'at' to the next location where paths end, or to a
// bad sink. Branches that cannot be taken with these sets are not. False:
// patience is over, or there are too many paths.
bool follow_from(follower *f, loc at, follow_sets sets);
uint32_t follow_end_count(const follower *f);
const follow_end *follow_get_end(const follower *f, uint32_t i);

// The statements on the path to it, in their order.
void follow_path(const follower *f, uint32_t i, edge_vec *out);

// The one pointer for a set; NULL for all values.
const vset *follow_unique(follower *f, var v, const vset *s);

#endif
