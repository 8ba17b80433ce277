// SPDX-License-Identifier: Apache-2.0
// Which engines --engine auto runs, in which order, for how long.
#ifndef DRIVER_SCHEDULE_H
#define DRIVER_SCHEDULE_H

#include <stdint.h>

#include "driver/rows.h"

// The engines of a lane run one after the other; lanes run side by side.
typedef struct {
  engine_word row; // ENGINE_AUTO: the end of the lane
  double share;    // of the time that is left when it starts
} schedule_entry;

enum { SCHEDULE_LANES = 2 };

const schedule_entry *schedule_lane(uint32_t lane);

#endif
