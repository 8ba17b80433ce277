// SPDX-License-Identifier: Apache-2.0
// Searching another program in place of the original one.
//
// A transformation makes a program whose proofs are proofs of the original, and
// knows candidates for its invariants. Any engine may search it; the evidence
// is said again of the original, or of the original with more variables
// (result.about). An error of the other program means nothing.
#ifndef ENGINE_TRANSFORM_H
#define ENGINE_TRANSFORM_H

#include "engine/engine.h"
#include "engine/lemma/lemmas.h"

typedef struct transformation {
  // The state of one transformation; NULL: this program has none, because of
  // '*why', a literal.
  void *(*make)(const program *original, const char **why);
  void (*destroy)(void *made);
  const program *(*searched)(const void *made);
  // Candidates for invariants of the searched program.
  void (*offer)(void *made, lemmas *m, const inductive *of);
  bool is_hard; // equations among the candidates are, for solvers
  // Says the proof in r of the original with more variables, and hands that
  // program over as r->about.
  void (*translate)(void *made, result *r);
  const char *on_error;   // why an error found is none
  const char *on_nothing; // why nothing was found
} transformation;

// The result of e on the program that t makes of the task's original. The
// candidates get time before the search: everything depends on these, and what
// is not found soon with them is not found.
result *transform_run(const transformation *t, const engine *e,
                      const engine_task *task);

#endif
