// SPDX-License-Identifier: Apache-2.0
// Bit-vector terms as linear forms: constant + sum of coefficient * base, all
// modulo 2^width. A base is a term, or a condition that counts as 0 or 1.
#ifndef SMT_LINEAR_H
#define SMT_LINEAR_H

#include "term/term.h"

typedef struct {
  term base;            // Bool: counts 1 where it is true
  uint64_t coefficient; // not 0
} linear_part;

// Sorted by base; a zeroed one of some width is zero.
typedef struct {
  VEC(linear_part) parts;
  uint64_t constant;
  uint32_t width; // at most 64
} linear;

void linear_free(linear *l);
// Adds factor * t. False: t is too wide or has too many summands; 'l' is then
// spoilt.
bool linear_add(const terms *tt, linear *l, term t, uint64_t factor);
// The sum as a term; 'negative': only parts whose coefficient is negative, sign
// changed, without the constant; else only the others, without the constant.
term linear_half(terms *tt, const linear *l, bool negative);
term linear_term(terms *tt, const linear *l);

#endif
