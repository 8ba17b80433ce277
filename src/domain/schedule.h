// SPDX-License-Identifier: Apache-2.0
// The rounds of DF: what is looked at in which round, and how hard.
#ifndef DOMAIN_SCHEDULE_H
#define DOMAIN_SCHEDULE_H

#include "domain/fixpoint.h"

typedef struct schedule schedule;

schedule *schedule_new(const program *p, patience limit);
void schedule_free(schedule *s);

typedef enum {
  ROUND_DONE,    // schedule_invariants has a new result
  ROUND_LAST,    // the same, and there is nothing more to gain
  ROUND_STOPPED, // patience is over
} round_end;

// The next round, more precise than the one before.
round_end schedule_round(schedule *s);
// After a round: does its result exclude the bad sinks?
bool schedule_is_proof(const schedule *s);
// Its invariants by location id, in a new table of terms that is handed over.
terms *schedule_invariants(const schedule *s, term *out);
uint64_t schedule_steps(const schedule *s); // blocks evaluated in all rounds
uint32_t schedule_locations(const schedule *s);

#endif
