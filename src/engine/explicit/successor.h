// SPDX-License-Identifier: Apache-2.0
// A state behind a block, made from a model.
#ifndef ENGINE_EXPLICIT_SUCCESSOR_H
#define ENGINE_EXPLICIT_SUCCESSOR_H

#include "smt/solver.h"

// What a state says of a variable, from much to little.
typedef enum {
  TRACK_VALUE,    // its value
  TRACK_KNOWN,    // its value where that is a constant; else as a relative one
  TRACK_RELATIVE, // how it is made of others of its kind
  TRACK_NOTHING,
} tracking;

typedef struct {
  terms *tt;
  solver *solver; // its last answer was a model of the premises
  uint32_t n;
  const term *variables;
  const tracking *tracking;
  const term *open; // their values behind the block, in all cases
  // What leads through the block; NULL: facts of relative variables are not
  // wanted.
  const term *premises;
  uint32_t premise_count;
} successor;

// The state that the model leads to: the values of the variables (constants; of
// a relative one itself, or a term over others) and what else is known of
// relative ones. Returns what is true of models that lead to other states.
term successor_take(const successor *s, term *values, term *facts);

#endif
