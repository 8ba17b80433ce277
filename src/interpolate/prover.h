// SPDX-License-Identifier: Apache-2.0
// The solver of one interpolator: keeps its groups translated. Internal to
// interpolate.
//
// Every group has a guard, a Boolean variable that implies its formulas; a
// check assumes the guards of the groups it is about. Clearing a group gives it
// a new guard. Bit-vectors are decided by 'bits', everything else by 'z3'; what
// resists the incremental solver is simplified word by word and asked apart.
#ifndef INTERPOLATE_PROVER_H
#define INTERPOLATE_PROVER_H

#include "base/env.h"
#include "smt/solver.h"
#include "term/term.h"
#include "term/walk.h"

typedef struct itp_prover itp_prover;

// What the formulas of all groups so far speak about.
typedef struct {
  bool bv, arithmetic, array; // arithmetic: Int or Real
} itp_theories;

itp_prover *itp_prover_new(const env *e, terms *tt);
void itp_prover_free(itp_prover *p);
// Limits, and the effort until the next call (0: any), in easy checks; a hard
// one counts as many. Unlike time, effort does not depend on how busy the
// machine is.
void itp_prover_set_limits(itp_prover *p, const limits *l, uint32_t effort);

uint32_t itp_prover_add_group(itp_prover *p);
void itp_prover_assert(itp_prover *p, uint32_t group, term formula);
void itp_prover_clear_group(itp_prover *p, uint32_t group);
uint32_t itp_prover_group_count(const itp_prover *p);
term itp_prover_guard(const itp_prover *p, uint32_t group);
const term_vec *itp_prover_formulas(const itp_prover *p, uint32_t group);
const term_vec *itp_prover_variables(const itp_prover *p, uint32_t group);
itp_theories itp_prover_theories(const itp_prover *p);
// Nodes of all formulas; those of two groups count twice.
uint64_t itp_prover_size(const itp_prover *p);

// Is the conjunction of the assumptions satisfiable?
smt_status itp_prover_check(itp_prover *p, const term *assumptions, uint32_t n);
// The same, with little patience: for questions that may stay open.
smt_status itp_prover_try(itp_prover *p, const term *assumptions, uint32_t n);
const char *itp_prover_reason(const itp_prover *p);        // after SMT_UNKNOWN
value itp_prover_value(itp_prover *p, term t, arena *mem); // after SMT_SAT
// After SMT_UNSAT: may assumption i be needed?
bool itp_prover_failed(const itp_prover *p, uint32_t i);

#endif
