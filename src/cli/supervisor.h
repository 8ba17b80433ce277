// SPDX-License-Identifier: Apache-2.0
// Runs a command in a process of its own and answers for it.
#ifndef CLI_SUPERVISOR_H
#define CLI_SUPERVISOR_H

#include "driver/pipeline.h"

// Always fills 'out', whatever becomes of the worker: its own outcome, or
// unknown (time, memory, interrupted), or an internal error.
void supervise(const options *o, command_run run, outcome *out);

#endif
