// SPDX-License-Identifier: Apache-2.0
// A hash of all that a program means.
#ifndef PROGRAM_DIGEST_H
#define PROGRAM_DIGEST_H

#include "program/program.h"

// The same for programs with the same variables, locations and edges, by their
// ids, names and formulas, in whatever table of terms; else different, but for
// a collision of 64 bits. What only people see (lines, texts) does not count.
// Linear in the size of the program.
uint64_t program_digest(const program *p);

#endif
