// SPDX-License-Identifier: Apache-2.0
// The command 'wedge interpolate FILE.smt2'.
#ifndef DRIVER_COMMAND_INTERPOLATE_COMMAND_H
#define DRIVER_COMMAND_INTERPOLATE_COMMAND_H

#include "driver/pipeline.h"

// Reads a script with named assertions and answers each
//   (get-interpolant A B)        one formula
//   (get-interpolants A B C ...) a list: one formula for each cut
// where A is the name of an assertion or (and N1 N2 ...) of several. Without
// such a command all assertions are taken as a sequence. Interpolants go to
// out->text in SMT-LIB syntax; the status is TRUE if all were found, FALSE
// after 'sat', UNKNOWN after 'unknown'.
void interpolate_run(const env *e, outcome *out);

#endif
