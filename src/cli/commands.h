// SPDX-License-Identifier: Apache-2.0
// The commands beside the plain 'wedge FILE...'.
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "driver/pipeline.h"

// The command that the first argument names, or the verification of programs;
// '*words' is how many arguments its name took.
command_run command_find(int argc, char **argv, int *words);

#endif
