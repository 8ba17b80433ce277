// SPDX-License-Identifier: Apache-2.0
// Word-level operations as circuits over and-inverter graphs.
//
// A word is an array of n literals, the lowest bit first. Results go to 'out',
// n literals, which must not overlap an operand unless said otherwise.
#ifndef SAT_CIRCUIT_H
#define SAT_CIRCUIT_H

#include "sat/aig.h"

typedef enum { CIRCUIT_SHL, CIRCUIT_LSHR, CIRCUIT_ASHR } circuit_shift_kind;

// a + b + carry; out may be a or b.
void circuit_add(aig *g, const aig_lit *a, const aig_lit *b, aig_lit carry,
                 uint32_t n, aig_lit *out);
// a - b; out may be a or b.
void circuit_subtract(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n,
                      aig_lit *out);
// -a if 'condition', else a; out may be a.
void circuit_negate_if(aig *g, aig_lit condition, const aig_lit *a, uint32_t n,
                       aig_lit *out);
void circuit_multiply(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n,
                      aig_lit *out);
// Unsigned quotient and remainder, division by zero as SMT-LIB has it. Returns
// a literal that is always true, but that a solver should be told: it cannot
// see it by propagation.
aig_lit circuit_divide(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n,
                       aig_lit *quotient, aig_lit *remainder);
// The same for two's complement, rounding towards zero.
aig_lit circuit_divide_signed(aig *g, const aig_lit *a, const aig_lit *b,
                              uint32_t n, aig_lit *quotient,
                              aig_lit *remainder);
void circuit_shift(aig *g, circuit_shift_kind kind, const aig_lit *a,
                   const aig_lit *amount, uint32_t n, aig_lit *out);

aig_lit circuit_equal(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n);
aig_lit circuit_less(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n);
aig_lit circuit_less_signed(aig *g, const aig_lit *a, const aig_lit *b,
                            uint32_t n);
// out may be yes or no.
void circuit_mux(aig *g, aig_lit condition, const aig_lit *yes,
                 const aig_lit *no, uint32_t n, aig_lit *out);

#endif
