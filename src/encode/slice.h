// SPDX-License-Identifier: Apache-2.0
// Slicing: paths end where no bad sink can be reached any more, and assignments
// are dropped that no guard of the others depends on. So the slice has the same
// paths to bad sinks, with the same inputs.
#ifndef ENCODE_SLICE_H
#define ENCODE_SLICE_H

#include "program/program.h"

// A program with the same location, edge, variable and input ids as p; edges
// into dead ends have a guard that never holds.
program *slice(const program *p);

#endif
