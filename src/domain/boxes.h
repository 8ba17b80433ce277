// SPDX-License-Identifier: Apache-2.0
// A solver that divides the values of variables into boxes.
#ifndef DOMAIN_BOXES_H
#define DOMAIN_BOXES_H

#include "smt/solver.h"

// For formulas with few variables and much arithmetic, above all of floats,
// whose circuits are too hard for the others. It gives up where values of
// variables do not decide: there are arrays, or words of more than 64 bits.
extern const solver_backend boxes_backend;

#endif
