// SPDX-License-Identifier: Apache-2.0
// What operators of terms do to sets of values, forwards and backwards.
//
// Forwards: the result includes op(x, y) for all x and y of the arguments'
// sets. Backwards: from a superset of the results, the arguments lose only
// values that no pair with an allowed result has. Both are sound for every
// width with wrap-around, and for SMT-LIB's division by zero; imprecision is
// always a larger set.
#ifndef DOMAIN_TRANSFER_H
#define DOMAIN_TRANSFER_H

#include "domain/vset.h"
#include "term/origin.h"

typedef struct {
  term_kind kind;
  origin_op origin; // not none: what to do instead of 'kind'
  uint8_t mode;     // of its rounding
  origin_format from, to;
  vtype type;    // of the result
  vtype args[2]; // of the arguments
  uint32_t params[2];
  uint32_t arcs; // the result has at most so many
} transfer_op;

// Unary and binary operators other than and, or, ite and those on arrays, and
// all origins.
bool transfer_has(const transfer_op *op);
// b is NULL for a unary operator.
vset transfer_forward(const transfer_op *op, const vset *a, const vset *b);
// Narrows a and b in place.
void transfer_backward(const transfer_op *op, const vset *result, vset *a,
                       vset *b);

// Relations, also for callers without a term: the pairs with x < y or x <= y.
typedef enum { RELATE_LESS, RELATE_LESS_EQUAL, RELATE_EQUAL } relation;
// As 0, 1, or both: can it be false, can it be true?
vset relate_forward(vtype t, bool is_signed, relation r, const vset *a,
                    const vset *b);
// Narrows both to what pairs in the relation can have.
void relate_assume(vtype t, bool is_signed, relation r, vset *a, vset *b);

// The same where the difference b - a is known, too; modulo 2^w for
// bit-vectors.
vset relate_difference(vtype t, bool is_signed, relation r, const vset *a,
                       const vset *b, const vset *difference);
// Narrows all three to what the relation, or its negation, allows.
void relate_assume_difference(vtype t, bool is_signed, relation r, bool holds,
                              vset *a, vset *b, vset *difference);

// The values of a bit-vector as signed numbers, or any other set as it is.
// Sorted and apart; returns how many.
enum { SIGNED_PARTS = VSET_PARTS + 1 };
uint32_t transfer_signed(vtype t, const vset *a, span out[SIGNED_PARTS]);

#endif
