// SPDX-License-Identifier: Apache-2.0
// The command 'wedge functions FILE...', and --harness-template.
#ifndef DRIVER_COMMAND_FUNCTIONS_COMMAND_H
#define DRIVER_COMMAND_FUNCTIONS_COMMAND_H

#include "driver/pipeline.h"

// Lists the functions that the files define: name, place, parameters, one per
// line. With --harness-template F it writes a harness for F instead.
void functions_run(const env *e, outcome *out);

#endif
