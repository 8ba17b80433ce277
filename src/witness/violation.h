// SPDX-License-Identifier: Apache-2.0
// Error paths as sequences of waypoints.
#ifndef WITNESS_VIOLATION_H
#define WITNESS_VIOLATION_H

#include "base/limits.h"
#include "result/result.h"
#include "witness/invariants.h"

// Adds waypoints to w: what each call of an external function returned, as far
// as it is a number, and the target.
void violation_write(witness_context *c, const trace *of, const limits *l,
                     witness *w);

// A program whose executions are those of c->program that pass the waypoints
// in their order (up to the first that is not passed). Its error is reached
// exactly where such an execution is at the target; other errors end it. Its
// variables and inputs are those of c->program, and a trace of one is a trace
// of the other. NULL: 'd' says what is not understood, or a limit was hit.
program *violation_product(witness_context *c, const witness *w,
                           const limits *l, diag *d);

// Runs the one execution in which each call returns the number that the next
// waypoint wants, and zero where it wants none. True: it passes all waypoints
// and reaches the target; its trace is in 'out'.
bool violation_run(witness_context *c, const witness *w, const limits *l,
                   result *out);

#endif
