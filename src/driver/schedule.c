// SPDX-License-Identifier: Apache-2.0
// What answers many programs in little time is first, and no engine keeps the
// time from one that may do what it cannot (bench/engines measures both; those
// for arrays and for floats are first because they end at once where there are
// none). The lane of the falsifier has one engine, because an error may always
// be one round further.
#include "driver/schedule.h"

#include <assert.h>

static const schedule_entry FALSIFIER[] = {{ENGINE_BMC, 1}, {0}};
static const schedule_entry PROVERS[] = {
    {ENGINE_SUMS, 0.4},  {ENGINE_CELLS, 0.4},
    {ENGINE_BOXES, 0.2}, {ENGINE_EXPLICIT, 0.15},
    {ENGINE_DF, 0.05},   {ENGINE_KINDUCTION, 0.4},
    {ENGINE_IMC, 0.4},   {ENGINE_SPLITTING, 0.5},
    {ENGINE_PREDABS, 1}, {0}};

const schedule_entry *schedule_lane(uint32_t lane) {
  static const schedule_entry *const lanes[SCHEDULE_LANES] = {FALSIFIER,
                                                              PROVERS};
  assert(lane < SCHEDULE_LANES);
  return lanes[lane];
}
