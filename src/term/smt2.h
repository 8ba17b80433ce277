// SPDX-License-Identifier: Apache-2.0
// The words of SMT-LIB 2, for the printer and the reader of this folder.
#ifndef TERM_SMT2_H
#define TERM_SMT2_H

#include "term/term.h"

// Operator of a kind; NULL for leaves and for TERM_CONST_ARRAY.
extern const char *const SMT2_OPERATORS[TERM_KIND_COUNT];

// May be written without bars: letters, digits and some signs, no digit first.
bool smt2_is_simple_symbol(const char *text);

#endif
