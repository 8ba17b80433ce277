// SPDX-License-Identifier: Apache-2.0
// The commands beside the plain 'wedge FILE...'.
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "driver/pipeline.h"

// The command that the first argument names, or the verification of programs;
// '*words' is how many arguments its name took. NULL: 'campaign', which is a
// parent of its own and needs no supervisor.
command_run command_find(int argc, char **argv, int *words);
void command_names(strbuf *out); // with blanks between them
// Options of campaigns are for them alone, and those of the search belong into
// a configuration there. False: 'd' says so.
bool command_check(command_run run, const options *o, diag *d);
void command_campaign(const options *o, outcome *out);

#endif
