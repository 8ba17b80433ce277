// SPDX-License-Identifier: Apache-2.0
// Arithmetic on values, as SMT-LIB 2 defines it, for every width.
//
// The reference semantics of the term language: term/eval.c, the constant
// folding of term/build/build.c and the models of the solvers all end here.
#ifndef NUM_BVOP_H
#define NUM_BVOP_H

#include "num/value.h"

// Unary and binary operators on bit-vectors of equal width.
typedef enum {
  BVOP_NOT,
  BVOP_NEG,
  BVOP_AND,
  BVOP_OR,
  BVOP_XOR,
  BVOP_ADD,
  BVOP_SUB,
  BVOP_MUL,
  BVOP_UDIV,
  BVOP_UREM,
  BVOP_SDIV,
  BVOP_SREM, // x / 0 as SMT-LIB has it
  BVOP_SHL,
  BVOP_LSHR,
  BVOP_ASHR
} bvop;

value bvop_unary(arena *mem, bvop op, value a);
value bvop_binary(arena *mem, bvop op, value a, value b);
bool bvop_ult(value a, value b);
bool bvop_ule(value a, value b);
bool bvop_slt(value a, value b);
bool bvop_sle(value a, value b);
value bvop_concat(arena *mem, value high, value low);
value bvop_extract(arena *mem, value a, uint32_t high, uint32_t low);
value bvop_zero_extend(arena *mem, value a, uint32_t by);
value bvop_sign_extend(arena *mem, value a, uint32_t by);

// Integers and rationals (both operands of the same kind).
value numop_add(arena *mem, value a, value b);
value numop_sub(arena *mem, value a, value b);
value numop_mul(arena *mem, value a, value b);
value numop_neg(arena *mem, value a);
value numop_div(arena *mem, value a, value b); // INT: SMT-LIB div; REAL: /
value numop_mod(arena *mem, value a, value b); // INT: SMT-LIB mod, 0 <= r
int numop_compare(value a, value b);           // <0, 0, >0
// x div 0 = 0 and x mod 0 = x here: SMT-LIB leaves them open, so a solver's
// model may differ; frontends guard every division by its condition.

value value_int_to_real(arena *mem, value a);
value value_real_to_int(arena *mem, value a); // floor
value value_bv_to_int(arena *mem, value a, bool is_signed);
value value_int_to_bv(arena *mem, uint32_t width, value a); // modulo

#endif
