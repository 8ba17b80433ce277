// SPDX-License-Identifier: Apache-2.0
// Runs on this machine: a process per lane, each with cores and a journal of
// its own.
#ifndef CAMPAIGN_RUN_LANES_H
#define CAMPAIGN_RUN_LANES_H

#include "campaign/folder.h"
#include "campaign/plan.h"
#include "campaign/show/tally.h"

typedef VEC(uint32_t) job_list; // numbers of jobs

// Runs the jobs. False: 'd' says what stopped it early (a full disk, no
// process); an interrupt is no error. What was journaled is journaled.
bool lanes_run(const plan *p, const job_list *todo, const folder *f,
               const options *o, tally *t, diag *d);

// How many runs at a time: -j, or as many as cores allow. Says on standard
// error if these cannot have cores of their own.
uint32_t lanes_count(const options *o);

#endif
