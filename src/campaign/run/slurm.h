// SPDX-License-Identifier: Apache-2.0
// Runs on a cluster: one array job whose elements are workers (worker.h).
#ifndef CAMPAIGN_RUN_SLURM_H
#define CAMPAIGN_RUN_SLURM_H

#include "campaign/run/lanes.h"

// As lanes_run. Ends when all jobs have a result, or when Slurm ended the
// workers more often than a bound.
bool slurm_run(const plan *p, const job_list *todo, const folder *f,
               const options *o, tally *t, diag *d);

// Takes over what an earlier coordinator left: cancels its workers, and puts
// what they finished into a journal.
bool slurm_recover(const folder *f, diag *d);

#endif
