// SPDX-License-Identifier: Apache-2.0
// From formulas over single bits back to terms over words. Internal to
// interpolate.
#ifndef INTERPOLATE_WORDS_LIFT_H
#define INTERPOLATE_WORDS_LIFT_H

#include "sat/aig.h"
#include "term/term.h"

// What an input stands for: a Boolean variable, or a bit of a bit-vector.
typedef struct {
  term word;
  uint32_t bit; // 0 for a Boolean
} itp_bit;

// Terms that equal the literals. 'bits' has a row per input of the graph.
void itp_lift(terms *tt, const aig *g, const itp_bit *bits,
              const aig_lit *literals, uint32_t n, term *out);

#endif
