// SPDX-License-Identifier: Apache-2.0
// One run of the tool, in a session of its own, under limits, measured.
//
// CPU time is what the kernel tells of the processes that were waited for, or
// the largest sum that was sampled from /proc if that is more: a process that
// is killed and waited for by nobody is seen only there. Memory is the largest
// sample of the proportional set sizes of all processes together. Samples are
// taken after 10 ms and then ever less often, at last four times a second:
// shorter peaks are missed.
#ifndef CAMPAIGN_RUN_RUNNING_H
#define CAMPAIGN_RUN_RUNNING_H

#include <signal.h>

#include "base/strbuf.h"
#include "campaign/plan.h"

typedef struct {
  const volatile sig_atomic_t *stop; // non-zero: end it at once
  void (*tick)(void *data);          // called at each sample; may be NULL
  void *data;
} run_hooks;

typedef enum {
  RUN_ENDED,
  RUN_TIME, // these were ended by us
  RUN_CPU,
  RUN_MEMORY,
  RUN_OUTPUT,
  RUN_STOPPED, // by hooks.stop: nothing is known of it
  RUN_FAILED   // could not be started: 'code' is errno
} run_end;

typedef struct {
  run_end end;
  int code;         // the wait status
  double wall, cpu; // seconds
  int64_t memory;   // bytes
  strbuf output;    // both streams, as they came
} run_outcome;

// This process must be the subreaper (tree.h) and have no other children.
void running_run(const string_list *argv, const run_limits *within,
                 const run_hooks *hooks, run_outcome *out);

// What the answer was, from the exit status and the report of the tool, in a
// record that already says what was run. Texts are put into 'mem'.
void running_judge(const run_outcome *o, arena *mem, record *r);

#endif
