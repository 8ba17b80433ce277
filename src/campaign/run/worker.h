// SPDX-License-Identifier: Apache-2.0
// A worker of a Slurm job: takes what is open until nothing is.
#ifndef CAMPAIGN_RUN_WORKER_H
#define CAMPAIGN_RUN_WORKER_H

#include "campaign/campaign.h"

// 'wedge campaign worker DIR --lease S', where DIR was made by slurm_run.
int campaign_work(const options *o, campaign_output *out);

#endif
