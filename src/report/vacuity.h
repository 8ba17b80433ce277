// SPDX-License-Identifier: Apache-2.0
// Is there anything to verify at all?
#ifndef REPORT_VACUITY_H
#define REPORT_VACUITY_H

#include "program/program.h"

// Adds a NOTE_WARNING to a program in which, for a reason that is plain from
// its graph, no error can be reached: no error call is left, the function that
// has one is never called, or nothing gets past some line before it. Such an
// answer is true, and seldom what the user wanted to know. Linear time.
void vacuity_warn(program *p);

#endif
