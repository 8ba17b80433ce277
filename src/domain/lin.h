// SPDX-License-Identifier: Apache-2.0
// Linear forms: c1 x1 + ... + cn xn + c over bit-vectors or integers.
//
// The x are terms that are no sums themselves. Coefficients of bit-vectors are
// signed representatives modulo 2^width. Parts are sorted by term.
#ifndef DOMAIN_LIN_H
#define DOMAIN_LIN_H

#include "domain/flow.h"

enum { LIN_PARTS = 6 };

typedef struct {
  term atom;
  wide factor; // not zero
} lin_part;

typedef struct {
  vtype type;
  uint32_t count;
  lin_part parts[LIN_PARTS];
  wide constant;
} lin;

// False: it is no number of at most 64 bits, or too long.
bool lin_of(const terms *tt, term t, lin *out);
// out = a + factor * b; out may be a. False: too long.
bool lin_add(lin *out, const lin *a, const lin *b, wide factor);
bool lin_same_parts(const lin *a, const lin *b);
uint64_t lin_hash(const lin *a); // of the parts
term lin_term(terms *tt, const lin *a);

#endif
