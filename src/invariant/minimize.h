// SPDX-License-Identifier: Apache-2.0
// Invariants without what a proof does not need.
#ifndef INVARIANT_MINIMIZE_H
#define INVARIANT_MINIMIZE_H

#include "base/env.h"
#include "program/program.h"
#include "smt/solver.h"

// 'invariant' has a formula by location id of p; together they are inductive
// and exclude the bad sinks. Leaves conjuncts out such that this stays true.
// Takes a part of the time at most. False: that was too little, or it was not
// true; nothing is changed.
bool minimize_invariants(const env *e, const program *p,
                         const solver_backend *backend, term *invariant);

#endif
