// SPDX-License-Identifier: Apache-2.0
// From the decoded module to the program.
#ifndef FRONTEND_C_TRANSLATE_TRANSLATE_H
#define FRONTEND_C_TRANSLATE_TRANSLATE_H

#include "base/env.h"
#include "frontend/c/ir/ir.h"
#include "frontend/c/analyze/points_to.h"
#include "program/open.h"

// Adds everything to 'p' and sets its entry. False with 'd' filled if a limit
// ran out. open: calls of recursive functions are left open, and put there;
// NULL: they are unfolded.
bool translate_module(const env *e, const ir_module *m,
                      const points_to *targets, program *p, open_calls *open,
                      diag *d);

#endif
