// SPDX-License-Identifier: Apache-2.0
// One interface to all solvers.
//
// Formulas are asserted for good (solver_assert), under a scope (push/pop), or
// for one check (assumptions). Everything already translated is kept: checking
// a slightly larger problem costs only the difference.
#ifndef SMT_SOLVER_H
#define SMT_SOLVER_H

#include "algebra/facts.h"
#include "base/env.h"
#include "term/term.h"

typedef enum { SMT_SAT, SMT_UNSAT, SMT_UNKNOWN } smt_status;
typedef struct solver solver;
typedef struct solver_backend solver_backend;

extern const solver_backend solver_bits;        // AIG and CaDiCaL
extern const solver_backend solver_bits_proved; // the same; every UNSAT answer
                                                // has its proof re-checked
extern const solver_backend solver_z3;
extern const solver_backend solver_z3_simplex; // z3 with other arithmetic
// Can bits answer questions about everything in the table? It knows no numbers,
// no equality of arrays, no arrays of arrays.
bool solver_bits_knows(const terms *tt);

// Limits and seed come from e, which must outlive the solver.
solver *solver_new(const solver_backend *b, const env *e, terms *tt);
void solver_free(solver *s);
void solver_set_limits(solver *s, const limits *l); // instead of e->limits
// Each check answers SMT_UNKNOWN after so many conflicts (0: any number). In
// contrast to time this is the same in every run.
void solver_set_conflicts(solver *s, uint32_t conflicts);

void solver_push(solver *s);
void solver_pop(solver *s);
void solver_assert(solver *s, term formula);
// Is everything asserted, and every assumption, satisfiable together?
smt_status solver_check(solver *s, const term *assumptions, uint32_t n);
// Is the formula satisfiable? For questions that have nothing to do with each
// other: a solver that is stronger on a question that stands alone than on an
// assumption (z3, which then preprocesses it as a whole) forgets the earlier
// ones. Requires: nothing is asserted, no scope is open.
smt_status solver_check_alone(solver *s, term formula);
// After SMT_UNKNOWN: why ("time limit", "arrays are not supported", ...).
const char *solver_reason(const solver *s);
// After SMT_SAT, until the next change: the value of a term in the model,
// complete (what the solver left open has the default value).
value solver_value(solver *s, term t, arena *mem);
// After SMT_UNSAT: was assumption i (by position) needed?
bool solver_failed(const solver *s, uint32_t i);
// The facts about products that answers of this solver may rely on, oldest
// first: with these, what it refuted is refuted without knowing what products
// are, unless some became circuits.
uint32_t solver_fact_count(const solver *s);
const algebra_fact *solver_fact(const solver *s, uint32_t i);

#endif
