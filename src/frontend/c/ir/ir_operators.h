// SPDX-License-Identifier: Apache-2.0
// What the instructions of one kind have as their 'sub' or 'aux'.
#ifndef FRONTEND_C_IR_IR_OPERATORS_H
#define FRONTEND_C_IR_IR_OPERATORS_H

typedef enum {
  BINARY_ADD,
  BINARY_SUB,
  BINARY_MUL,
  BINARY_UDIV,
  BINARY_SDIV,
  BINARY_UREM,
  BINARY_SREM,
  BINARY_SHL,
  BINARY_LSHR,
  BINARY_ASHR,
  BINARY_AND,
  BINARY_OR,
  BINARY_XOR
} ir_binary;

typedef enum {
  COMPARE_EQ,
  COMPARE_NE,
  COMPARE_UGT,
  COMPARE_UGE,
  COMPARE_ULT,
  COMPARE_ULE,
  COMPARE_SGT,
  COMPARE_SGE,
  COMPARE_SLT,
  COMPARE_SLE
} ir_compare;

typedef enum {
  BUILTIN_SADD_OVERFLOW,
  BUILTIN_UADD_OVERFLOW,
  BUILTIN_SSUB_OVERFLOW,
  BUILTIN_USUB_OVERFLOW,
  BUILTIN_SMUL_OVERFLOW,
  BUILTIN_UMUL_OVERFLOW,
  BUILTIN_ABS,
  BUILTIN_SMAX,
  BUILTIN_SMIN,
  BUILTIN_UMAX,
  BUILTIN_UMIN,
  BUILTIN_CTPOP,
  BUILTIN_CTLZ,
  BUILTIN_CTTZ,
  BUILTIN_BSWAP,
  BUILTIN_BITREVERSE,
  BUILTIN_LOST, // nonzero: the value has bits, apart from copies of its sign,
                // from the second operand on
  BUILTIN_FSHL,
  BUILTIN_FSHR
} ir_builtin;

// Operations on floats.
typedef enum {
  REAL_NEG,
  REAL_ADD,
  REAL_SUB,
  REAL_MUL,
  REAL_DIV,
  REAL_FMOD,
  REAL_COMPARE, // aux: sum of 8: unordered, 4: less, 2: greater, 1: equal
  REAL_CONVERT,
  REAL_TO_SIGNED,
  REAL_TO_UNSIGNED,
  REAL_FROM_SIGNED,
  REAL_FROM_UNSIGNED,
  REAL_ABS,
  REAL_SQRT,
  REAL_FMA,
  REAL_MULADD, // in two steps
  REAL_FLOOR,
  REAL_CEIL,
  REAL_TRUNC,
  REAL_RINT,
  REAL_ROUND,
  REAL_ROUND_EVEN,
  REAL_MIN,
  REAL_MAX,
  REAL_COPYSIGN,
  REAL_CLASS, // aux: mask of classes, as LLVM numbers them
  // Functions of the library.
  REAL_REMAINDER,
  REAL_DIM,
  REAL_IS_INF,
  REAL_SIGNBIT,
  REAL_FPCLASSIFY,
  REAL_TO_INT,      // in the direction of the rounding mode
  REAL_TO_INT_AWAY, // to nearest, ties away from zero
  REAL_NAN,
  REAL_SCALE,    // times two to the second operand, an integer
  REAL_FRACTION, // without the integral part
  REAL_MANTISSA, // at least 1/2 and less than 1
  REAL_EXPONENT  // of the same
} ir_real;

// What clang checks, by its own numbers.
typedef enum {
  CHECK_ADD = 0,
  CHECK_DIVIDE = 3,
  CHECK_BUILTIN = 8,
  CHECK_MULTIPLY = 12,
  CHECK_NEGATE = 13,
  CHECK_SHIFT = 20,
  CHECK_SUBTRACT = 21,
  CHECK_LENGTH = 24
} ir_check;

#endif
