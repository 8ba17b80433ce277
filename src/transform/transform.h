// SPDX-License-Identifier: Apache-2.0
// Transformations: another program that is searched in place of the original.
//
// A proof of the other program is a proof of the original, and the
// transformation says it of the original again, or of the original with more
// variables (result.about). The judge relies on none of this: it checks that a
// program with more variables stands for the original (certify/extension.h),
// and then the proof. An error of the other program means nothing.
//
// A transformation also knows candidates for invariants of its program. Any
// engine may search it (engine/transformed.h).
#ifndef TRANSFORM_TRANSFORM_H
#define TRANSFORM_TRANSFORM_H

#include "invariant/invariants.h"
#include "invariant/lemmas.h"
#include "result/result.h"

typedef struct transformation {
  // The state of one transformation; NULL: this program has none, because of
  // '*why', a literal.
  void *(*make)(const program *p, const char **why);
  void (*destroy)(void *made);
  const program *(*searched)(const void *made);
  // Offers candidates for invariants of the searched program.
  void (*offer)(void *made, lemmas *m, const invariants *of);
  bool is_hard; // equations among the candidates are, for solvers
  // Says the proof in r of the original with more variables, and hands that
  // program over as r->about. What was transformed is the original, or a
  // simpler program with the same edges. False: it cannot be said.
  bool (*translate)(void *made, const program *original, result *r);
  const char *on_error;   // why an error found is none
  const char *on_nothing; // why nothing was found
} transformation;

// Arrays as the cell at one index, or the cells at two
// (transform/array_cells.c), and with arrays of the sums on the way
// (transform/array_sums.c).
extern const transformation transform_cells, transform_pairs, transform_sums;

#endif
