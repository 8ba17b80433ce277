// SPDX-License-Identifier: Apache-2.0
// What clang warns of.
#ifndef FRONTEND_C_READ_WARNINGS_H
#define FRONTEND_C_READ_WARNINGS_H

#include "program/program.h"

// Adds a note for each kind of warning that clang's messages have about the
// file: the first one, and how many follow.
void warnings_note(program *p, const char *file, const char *messages);

#endif
