// SPDX-License-Identifier: Apache-2.0
// Words that are the same sum, however it is put together, have the same bits.
//
// A SAT solver does not see that a + b + c is c + a + b: at 32 bits and ten
// summands it does not come to an end. So each sum is compared with those
// translated before it, as linear forms modulo 2^width, and where they agree
// the bits of the earlier one are taken. Its circuit stays what it was: nothing
// is brought into a normal form, which would tear apart what is shared.
//
// Sums are sums, differences, products with constants, and a choice between
// sums that differ by a constant, which is one of them plus a multiple of its
// condition.
#ifndef SAT_SUMMING_H
#define SAT_SUMMING_H

#include "sat/bitblast_internal.h"

typedef struct summing summing;

summing *summing_new(bitblast *b); // of which it knows what has bits
void summing_free(summing *s);     // may be NULL

// Where the bits of an equal sum start that was noted before; BITS_NONE: there
// is none. The arguments of t are translated, t is not.
uint32_t summing_find(summing *s, term t);
// t, which summing_find was asked for in vain, has its bits at 'start' now.
void summing_note(summing *s, term t, uint32_t start);
// Only these bits of fingerprints count from now on: a test's way to make
// different sums meet.
void summing_blur(summing *s, uint64_t mask);

#endif
