// SPDX-License-Identifier: Apache-2.0
// Sums of products of words, multiplied out.
//
// Two terms that are the same sum of products modulo 2^width have the same
// polynomial, however they are put together; what is neither sum nor product is
// an unknown. (Libraries of polynomials have no use for a handful of monomials
// over our terms.)
#ifndef ALGEBRA_POLYNOMIAL_H
#define ALGEBRA_POLYNOMIAL_H

#include "base/vec.h"
#include "term/term.h"

enum { POLYNOMIAL_DEGREE = 10, POLYNOMIAL_PARTS = 200 };

typedef struct {
  uint64_t coefficient; // not 0
  uint32_t degree;
  term factors[POLYNOMIAL_DEGREE]; // unknowns, sorted by id
} monomial;

// A zeroed one is zero.
typedef struct {
  uint32_t width;      // 1 to 64
  VEC(monomial) parts; // sorted by factors
} polynomial;

void polynomial_clear(polynomial *p);

// False, and then zero: the term is no word of up to 64 bits, or its polynomial
// has too many parts, or too large ones.
bool polynomial_of(const terms *tt, term t, polynomial *out);
// p += times * q. False, and then p is of no use: it got too large.
bool polynomial_add(polynomial *p, const polynomial *q, uint64_t times);
// p += m * q. False as above.
bool polynomial_add_product(polynomial *p, const monomial *m,
                            const polynomial *q);
bool polynomial_is_zero(const polynomial *p);
polynomial polynomial_copy(const polynomial *p);
// The term whose polynomial it is.
term polynomial_term(terms *tt, const polynomial *p);
// If p = 0 says what an unknown is, finds the last such one (later ones depend
// on earlier ones, as a rule) and what it is.
bool polynomial_solve(const polynomial *p, term *unknown, polynomial *is);
// Puts a polynomial without it in place of an unknown. False: it got too large.
bool polynomial_replace(polynomial *p, term unknown, const polynomial *is);

// Inverse of an odd number modulo 2^64.
uint64_t polynomial_inverse(uint64_t odd);

#endif
