// SPDX-License-Identifier: Apache-2.0
// C expressions over variables of a program, as terms.
#ifndef WITNESS_EXPRESSION_H
#define WITNESS_EXPRESSION_H

#include "base/strbuf.h"
#include "program/program.h"

// What expressions are about.
typedef struct {
  terms *tt;
  uint32_t long_bits; // 32 or 64: of 'long' and of pointers
  // The variable of an object or part of it ("a[3]", "s.f"); VAR_NONE: none.
  var (*variable)(void *data, const char *name);
  // The variable that has the value which an object had when the function was
  // called: what '\at(x, Pre)' is. NULL: there is no such thing here.
  var (*before)(void *data, const char *name);
  void *data;
  const program *program;
  // What '\result' is: a bit-vector and its type; TERM_NONE: nothing here.
  term result;
  type_info result_type;
} expression_scope;

// The condition "this expression is defined and not zero", as a Bool term over
// the program's variables (and scope->result). TERM_NONE with the reason in
// 'why': it is no expression, or one that has no meaning here.
//
// Integer types, conversions, promotions and operators are those of C with the
// data model's sizes; what overflows wraps, and '>>' of a negative number
// copies the sign, as in docs/semantics.md. An expression that divides by zero,
// shifts by the width or more, or reads behind an array is not defined.
term expression_read(const expression_scope *scope, const char *text,
                     strbuf *why);

#endif
