// SPDX-License-Identifier: Apache-2.0
// Slicing: drops assignments that no guard depends on. Guards all stay, so a
// path of the slice is a path of the program with the same inputs.
#ifndef ENCODE_SLICE_H
#define ENCODE_SLICE_H

#include "program/program.h"

// A program with the same location, edge, variable and input ids as p.
program *slice(const program *p);

#endif
