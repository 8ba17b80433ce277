// SPDX-License-Identifier: Apache-2.0
// What follows from equations between sums of products.
//
// Polynomials that are zero (the generators) make others zero: every sum of
// multiples of them. An ideal finds such sums, and says which they are, so that
// others can multiply out and compare. Whatever it finds holds modulo 2^width;
// what it does not find may follow nevertheless.
#ifndef ALGEBRA_IDEAL_H
#define ALGEBRA_IDEAL_H

#include "algebra/polynomial.h"
#include "base/limits.h"

typedef struct {
  uint32_t generator; // its number
  polynomial cofactor;
} ideal_part;

// The sum of cofactor times generator over all parts; at most one part for
// each generator. A zeroed one is zero.
typedef struct {
  VEC(ideal_part) parts;
} ideal_sum;

void ideal_sum_clear(ideal_sum *s);

typedef struct ideal ideal;

ideal *ideal_new(uint32_t width); // 1 to 64
void ideal_free(ideal *i);        // may be NULL
// Adds a generator. Generators are numbered from 0 in the order in which they
// are added.
void ideal_add(ideal *i, const polynomial *zero);
// True: p is the sum '*how' of multiples of generators. False: no such sum was
// found with reasonable effort, and '*how' is zero.
bool ideal_contains(ideal *i, const polynomial *p, const limits *l,
                    ideal_sum *how);

#endif
