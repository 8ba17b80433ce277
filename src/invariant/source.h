// SPDX-License-Identifier: Apache-2.0
// Where candidates for auxiliary invariants come from.
//
// A source offers formulas (invariant/lemmas.h), which need not be true: what
// is not proved inductive is never used. A new source is a file that fills in
// this interface and a line in invariant/sources.c.
#ifndef INVARIANT_SOURCE_H
#define INVARIANT_SOURCE_H

#include "invariant/lemmas.h"

// The functions other than 'start' may be NULL.
typedef struct {
  const char *name;
  // Offers what is known at once. Returns the state of the source; NULL: it has
  // nothing more to say, and is not asked again. 'm' and 'of' outlive it.
  void *(*start)(lemmas *m, invariants *of);
  // Offers what is new. Called before candidates are tested.
  void (*poll)(void *state);
  // A formula holds in the states of the first visits to a head: parts of it
  // may hold in all.
  void (*learn)(void *state, loc head, term formula);
  void (*stop)(void *state); // frees the state
} invariant_source;

// In the order in which they are asked.
extern const invariant_source *const source_table[];
enum { SOURCE_COUNT = 4 };

extern const invariant_source source_dataflow, source_samples, source_guesses,
    source_given;

// Candidates that come with the program to be searched.
typedef struct candidates {
  // Offers them; called once, before the search.
  void (*offer)(void *data, lemmas *m, const invariants *of);
  void *data;
  uint32_t most_k; // induction over more rounds is not worth trying
  bool is_hard;    // equations among them are, for solvers
} candidates;

#endif
