// SPDX-License-Identifier: Apache-2.0
// Facts about single bits, told about words. Internal to interpolate.
#ifndef INTERPOLATE_WORDS_LIFT_FACTS_H
#define INTERPOLATE_WORDS_LIFT_FACTS_H

#include "interpolate/words/lift.h"

// Bit 'bit' of a word is 'value'.
typedef struct {
  itp_bit at;
  bool value;
} bit_fact;

// Two bits are the same, or (if differs) are not.
typedef struct {
  itp_bit a, b;
  bool differs;
} pair_fact;

typedef VEC(bit_fact) bit_fact_vec;
typedef VEC(pair_fact) pair_fact_vec;

// Append terms whose conjunction says the same to 'out', as few and as wordy
// as is found. The lists are sorted by the call, each without contradiction.
void itp_tell_bits(terms *tt, bit_fact_vec *facts, term_vec *out);
void itp_tell_pairs(terms *tt, pair_fact_vec *facts, term_vec *out);

#endif
