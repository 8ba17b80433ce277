// SPDX-License-Identifier: Apache-2.0
// Which rows --engine auto runs, in which order, for how long.
#ifndef DRIVER_SCHEDULE_H
#define DRIVER_SCHEDULE_H

#include <stdint.h>

#include "driver/rows.h"

// The rows of a lane run one after the other; lanes run side by side.
typedef struct {
  engine_word row; // ENGINE_AUTO: the end of the lane
  double share;    // of the time that is left when it starts
} schedule_entry;

enum { SCHEDULE_MOST_LANES = 8, SCHEDULE_MOST_ROWS = 16 };

typedef struct {
  uint32_t lanes;
  schedule_entry of[SCHEDULE_MOST_LANES][SCHEDULE_MOST_ROWS];
} schedule;

// For so many lanes, and a program with these features.
schedule schedule_make(uint32_t lanes, uint32_t features);
// As many as --jobs says; else as this process has processors, at least two: a
// search for errors that waits for all proofs, or the other way round, is worse
// than half a processor. Where CPU time is counted, no more than two.
uint32_t schedule_lanes(const options *o);

#endif
