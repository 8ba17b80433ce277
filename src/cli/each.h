// SPDX-License-Identifier: Apache-2.0
// --each-function: one run for each function of the files.
#ifndef CLI_EACH_H
#define CLI_EACH_H

#include "driver/pipeline.h"

// Starts the tool again with the same arguments and --entry F, for each
// function F, and makes a table of the verdicts. The status is that of the
// worst one: false, then what is no verdict, unknown, true.
void each_function(int argc, char **argv, outcome *out);

#endif
