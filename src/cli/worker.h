// SPDX-License-Identifier: Apache-2.0
// The child process that does the work.
#ifndef CLI_WORKER_H
#define CLI_WORKER_H

#include <stdbool.h>
#include <stdnoreturn.h>

#include "base/env.h"
#include "cli/progress.h"
#include "cli/workdir.h"
#include "driver/pipeline.h"

typedef struct {
  command_run run;
  const env *env;
  progress *progress;
  const workdir *workdir;
  int channel;    // where the outcome goes
  int chatter;    // takes what libraries print; -1: nothing does
  int terminal;   // the user's standard error, for --verbose
  bool own_group; // lead a process group, so that all children end together
} worker_setup;

// Runs the command, sends its outcome and ends the process.
noreturn void worker_main(const worker_setup *setup);

#endif
