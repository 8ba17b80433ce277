// SPDX-License-Identifier: Apache-2.0
// Labels of nodes are conjunctions that speak of how the nodes came about: x
// == 0 or (x != 0 and even(x)) is even(x). As in the minimization of circuits
// (R. Brayton, G. Hachtel, C. McMullen, A. Sangiovanni-Vincentelli: "Logic
// Minimization Algorithms for VLSI Synthesis", 1984), first each cube is made
// as large as possible, by leaving out conjuncts while it stays inside the
// disjunction; then cubes inside the others are left out.
#include "engine/path/cubes.h"

#include <assert.h>

#include "term/walk.h"

enum { MOST_PARTS = 100 }; // in all; more are left as they are

// Is a, where 'known' holds, inside the disjunction?
static bool is_inside(entailer *o, terms *tt, term known, term a, term all) {
  return entail_implies(o, term_and(tt, known, a), all);
}

static term without(terms *tt, const term_vec *parts, uint32_t i) {
  term_vec rest = {0};
  for (uint32_t k = 0; k < parts->len; k++)
    if (k != i)
      vec_push(&rest, parts->data[k]);
  term t = term_and_n(tt, rest.data, rest.len);
  vec_free(&rest);
  return t;
}

static term enlarge(entailer *o, terms *tt, term known, term cube, term all) {
  term_vec parts = {0};
  term_conjuncts(tt, cube, &parts);
  for (uint32_t i = 0; i < parts.len && parts.len > 1;) {
    if (is_inside(o, tt, known, without(tt, &parts, i), all)) {
      parts.data[i] = vec_last(&parts);
      parts.len--;
    } else {
      i++;
    }
  }
  term larger = term_and_n(tt, parts.data, parts.len);
  vec_free(&parts);
  return larger;
}

static void leave_out(entailer *o, terms *tt, term known, term_vec *cubes) {
  for (uint32_t i = 0; i < cubes->len && cubes->len > 1;) {
    term cube = cubes->data[i];
    cubes->data[i] = term_false(tt);
    term rest = term_or_n(tt, cubes->data, cubes->len);
    if (is_inside(o, tt, known, cube, rest)) {
      cubes->data[i] = vec_last(cubes);
      cubes->len--;
    } else {
      cubes->data[i++] = cube;
    }
  }
}

static uint32_t count_parts(const terms *tt, const term_vec *cubes) {
  term_vec parts = {0};
  for (uint32_t i = 0; i < cubes->len; i++)
    term_conjuncts(tt, cubes->data[i], &parts);
  uint32_t count = parts.len;
  vec_free(&parts);
  return count;
}

term cubes_join(entailer *o, terms *tt, term known, term_vec *cubes) {
  term all = term_or_n(tt, cubes->data, cubes->len);
  if (cubes->len == 0 || count_parts(tt, cubes) > MOST_PARTS)
    return all;
  if (is_inside(o, tt, known, term_true(tt), all))
    return term_true(tt);
  for (uint32_t i = 0; i < cubes->len; i++)
    cubes->data[i] = enlarge(o, tt, known, cubes->data[i], all);
  leave_out(o, tt, known, cubes);
  assert(cubes->len > 0);
  return term_or_n(tt, cubes->data, cubes->len);
}
