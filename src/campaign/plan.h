// SPDX-License-Identifier: Apache-2.0
// The runs of a campaign: each task with each configuration, as often as asked
// for, each with the key under which its result is kept.
#ifndef CAMPAIGN_PLAN_H
#define CAMPAIGN_PLAN_H

#include "campaign/tasks/configs.h"
#include "campaign/record.h"
#include "campaign/tasks/tasks.h"

typedef struct {
  const task *task; // NULL in the plan of a worker, which does not need it
  record about; // task, configuration, key, limits; the result is still open
  string_list argv; // the whole command
} job;

typedef struct {
  arena *mem;
  VEC(job) jobs;
  const char *tool_path, *tool_version; // where, and what it says it is
  bool takes_jobs;                      // it has an option --jobs
} plan;

void plan_init(plan *p);
void plan_clear(plan *p);
// Hashes the tool and all inputs. False: 'd' says what is wrong.
bool plan_make(plan *p, const tasks *t, const configs *c, const options *o,
               diag *d);

// For a worker elsewhere: a plan as lines, and back.
void plan_print_job(const job *j, strbuf *out);
bool plan_read_job(plan *p, const char *json, size_t size);

#endif
