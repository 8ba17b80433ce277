// SPDX-License-Identifier: Apache-2.0
// Values that comparisons on the way of a run ask for.
//
// Where a run compares a value with one that an input had, the other side is
// what that input should have been for another choice: the letter of a command,
// a checksum, the number of an order (C. Aschermann, S. Schumilo, T. Blazytko,
// R. Gawlik, T. Holz: "REDQUEEN: Fuzzing with Input-to-State Correspondence",
// NDSS 2019).
#ifndef ENGINE_RUN_WANTED_H
#define ENGINE_RUN_WANTED_H

#include "base/limits.h"
#include "program/draw.h"
#include "program/run.h"

// A value of up to 64 bits that a run asked for.
typedef struct {
  term input;
  uint64_t bits;
} fed;

// The input at 'position' of a run, and a value for it.
typedef struct {
  uint32_t position;
  uint64_t bits;
} wish;
typedef VEC(wish) wish_vec;

typedef struct wanted wanted;

// Takes its random numbers from 'd', which outlives it.
wanted *wanted_new(const program *p, draws *d);
void wanted_free(wanted *w);
// Runs the program again with these values, for some thousand steps, and
// appends what comparisons asked for.
void wanted_find(wanted *w, const fed *values, uint32_t count,
                 const limits *all, wish_vec *found);

#endif
