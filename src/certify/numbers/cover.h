// SPDX-License-Identifier: Apache-2.0
// A solver for a judge: it covers all values of the variables with boxes in
// none of which the formula holds.
#ifndef CERTIFY_NUMBERS_COVER_H
#define CERTIFY_NUMBERS_COVER_H

#include "smt/solver.h"

// For solver_check_alone only. It says SMT_SAT seldom: it looks for no models.
extern const solver_backend cover_backend;

#endif
