// SPDX-License-Identifier: Apache-2.0
// What answers many programs in little time is first, and no engine keeps the
// time from one that may do what it cannot (bench/engines measures both; those
// for arrays and for floats are first because they end at once where there are
// none). The lane of the falsifier has one engine, because an error may always
// be one round further.
#include "driver/schedule.h"

#include <assert.h>

static const schedule_entry FALSIFIER[] = {{"bmc", 1}, {0}};
static const schedule_entry PROVERS[] = {{"sums", 0.4},  {"cells", 0.4},
                                         {"boxes", 0.2}, {"explicit", 0.15},
                                         {"df", 0.05},   {"kinduction", 0.4},
                                         {"imc", 0.4},   {"splitting", 0.5},
                                         {"predabs", 1}, {0}};

const schedule_entry *schedule_lane(uint32_t lane) {
  static const schedule_entry *const lanes[SCHEDULE_LANES] = {FALSIFIER,
                                                              PROVERS};
  assert(lane < SCHEDULE_LANES);
  return lanes[lane];
}
