// SPDX-License-Identifier: Apache-2.0
// Invariants of programs that do the same in each run.
#ifndef WITNESS_VISITS_H
#define WITNESS_VISITS_H

#include "witness/invariants.h"

// Runs 'sliced', c->program without assignments that do not matter, and labels
// each loop head with the states in which it was visited, as far as variables
// have names there. False: it asks for inputs, or goes on for too long.
bool visits_label(witness_context *c, const program *sliced, const limits *l,
                  proof *out);

#endif
