// SPDX-License-Identifier: Apache-2.0
// The command 'wedge validate WITNESS FILE...'.
#ifndef DRIVER_COMMAND_VALIDATE_COMMAND_H
#define DRIVER_COMMAND_VALIDATE_COMMAND_H

#include "driver/pipeline.h"

// The first input is a witness, the others are the program that it is about.
// The status is TRUE or FALSE if the witness is confirmed, else UNKNOWN: what
// is wrong with a witness says nothing about the program.
void validate_run(const env *e, outcome *out);

#endif
