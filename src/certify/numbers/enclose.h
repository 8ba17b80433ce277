// SPDX-License-Identifier: Apache-2.0
// Bounds of what an operation yields, given bounds of its operands.
//
// A judge's own arithmetic: nothing of src/domain is used, which finds what is
// judged.
#ifndef CERTIFY_NUMBERS_ENCLOSE_H
#define CERTIFY_NUMBERS_ENCLOSE_H

#include "term/origin.h"
#include "term/term.h"

// Words of 1 to 64 bits: of those whose first bit is 0 and of those where it is
// 1, all between two bounds, if there are any. So numbers of one sign are
// together, be they integers or floats. A Bool is a word of one bit. Of
// anything else (width 0) nothing is known.
typedef struct {
  uint32_t width;
  bool has[2];
  uint64_t lo[2], hi[2];
} enclosure;

enclosure enclose_all(uint32_t width);
enclosure enclose_none(uint32_t width);
enclosure enclose_one(uint32_t width, uint64_t word);
bool enclose_is_one(const enclosure *a, uint64_t *word); // true: it is that one
enclosure enclose_join(const enclosure *a, const enclosure *b);

// An operation of one or two operands, not of arrays, with a result of that
// width. 'b' is NULL if there is one.
typedef struct {
  term_kind kind;
  uint32_t params[2];
  const term_origin *origin; // NULL: 'kind' counts
  uint32_t width;
} enclose_op;

enclosure enclose_apply(const enclose_op *op, const enclosure *a,
                        const enclosure *b);

// Terms (certify/numbers/enclose_term.c). The operation that one stands for; of
// how many operands, and which: those of its origin, if it has one.
enclose_op enclose_op_of(const terms *tt, term t);
uint32_t enclose_arity(const terms *tt, term t);
term enclose_operand(const terms *tt, term t, uint32_t i);
enclosure enclose_constant(const terms *tt, term t); // of a TERM_VALUE
// Any operation, also junctions, choices and those on arrays, but no leaf.
enclosure enclose_operate(const enclose_op *op, const enclosure *const *args,
                          uint32_t n);

#endif
