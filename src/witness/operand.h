// SPDX-License-Identifier: Apache-2.0
// Typed values, and what C's operators make of them.
#ifndef WITNESS_OPERAND_H
#define WITNESS_OPERAND_H

#include "witness/phrase.h"

enum { INT_BITS = 32 };

struct operand {
  term value;   // a bit-vector, or a Bool for an int that is 0 or 1
  term defined; // Bool
  uint32_t bits;
  bool is_signed;
  bool is_pointer; // only comparable with pointers and zero
};

operand operand_nothing(phrase *r); // where the reading failed
operand operand_literal(phrase *r, uint64_t n, uint32_t bits, bool is_signed);
operand operand_of_variable(phrase *r, term v, type_info type, term defined);
operand operand_truth(term condition, term defined); // an int, 0 or 1

term operand_bits(phrase *r, operand o);      // the value as a bit-vector
term operand_condition(phrase *r, operand o); // it is not zero
operand operand_convert(phrase *r, operand o, uint32_t bits, bool is_signed);
operand operand_promote(phrase *r, operand o);
// Brings both to their common type.
void operand_balance(phrase *r, operand *a, operand *b);

typedef enum {
  OP_OR,
  OP_AND,
  OP_BITOR,
  OP_BITXOR,
  OP_BITAND,
  OP_EQ,
  OP_NE,
  OP_LE,
  OP_GE,
  OP_SHL,
  OP_SHR,
  OP_LT,
  OP_GT,
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_DIV,
  OP_REM,
  OP_NONE
} binary_operator;
operand operand_apply(phrase *r, binary_operator op, operand a, operand b);

#endif
