// SPDX-License-Identifier: Apache-2.0
// Which engines --engine auto runs, in which order, for how long.
#ifndef DRIVER_SCHEDULE_H
#define DRIVER_SCHEDULE_H

#include <stdint.h>

// The engines of a lane run one after the other; lanes run side by side.
typedef struct {
  const char *engine; // NULL: the end of the lane
  double share;       // of the time that is left when it starts
} schedule_entry;

// Without a limit on the time, shares are those of as many seconds; what has
// all of the rest is not stopped.
#define SCHEDULE_SECONDS 100.0

enum { SCHEDULE_LANES = 2 };

const schedule_entry *schedule_lane(uint32_t lane);

#endif
