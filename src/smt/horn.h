// SPDX-License-Identifier: Apache-2.0
// Chains of Horn clauses, solved by Z3's Spacer.
//
// Given formulas F_0 .. F_n, finds predicates P_1 .. P_n such that
//   F_0 => P_1,   P_i and F_i => P_i+1,   P_n and F_n => false,
// each P_i over its arguments only: an inductive sequence of interpolants. All
// sorts but wide quantified answers; strong over Int and Real.
#ifndef SMT_HORN_H
#define SMT_HORN_H

#include "base/limits.h"
#include "base/strbuf.h"
#include "term/term.h"

typedef struct {
  const term *formulas;      // count + 1
  const term_vec *arguments; // variables of each predicate
  uint32_t count;            // of predicates, at least 1
  uint32_t effort;           // in steps of Z3, about a million a second; 0: any
} horn_chain;

typedef enum {
  HORN_SOLVED,     // 'out' has the predicates
  HORN_UNSOLVABLE, // the formulas are satisfiable together
  HORN_UNKNOWN     // a limit, or what cannot be expressed: see 'reason'
} horn_status;

horn_status horn_solve(terms *tt, const limits *l, const horn_chain *chain,
                       term *out, strbuf *reason);

#endif
