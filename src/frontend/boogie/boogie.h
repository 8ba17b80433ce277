// SPDX-License-Identifier: Apache-2.0
// Boogie programs: from files to the program.
#ifndef FRONTEND_BOOGIE_BOOGIE_H
#define FRONTEND_BOOGIE_BOOGIE_H

#include "base/env.h"
#include "program/program.h"

// Adds the program of all input files to 'p'. is_asked: the user named the
// entry; else 'entry' is only the usual one (see docs/boogie.md).
bool bpl_read(const env *e, const char *entry, bool is_asked, program *p,
              diag *d);

#endif
