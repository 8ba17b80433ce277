// SPDX-License-Identifier: Apache-2.0
// From the checked tree to the program.
#ifndef FRONTEND_BOOGIE_LOWER_H
#define FRONTEND_BOOGIE_LOWER_H

#include "base/env.h"
#include "frontend/boogie/ast.h"
#include "program/program.h"

// Adds everything that runs from 'entry' to p. If there is no procedure of that
// name and the user did not ask for one (is_asked), every procedure with a body
// is an entry.
bool bpl_lower(const env *e, bpl_unit *u, const char *entry, bool is_asked,
               program *p, diag *d);

#endif
