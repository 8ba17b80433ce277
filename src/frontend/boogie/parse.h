// SPDX-License-Identifier: Apache-2.0
// From text to tree.
#ifndef FRONTEND_BOOGIE_PARSE_H
#define FRONTEND_BOOGIE_PARSE_H

#include "frontend/boogie/ast.h"

void bpl_unit_init(bpl_unit *u);
void bpl_unit_clear(bpl_unit *u);

// Appends the declarations of one file to the unit, which refers to 'text'
// from then on. False: d says what is wrong, and where.
bool bpl_parse(bpl_unit *u, const char *file, const char *text, size_t size,
               diag *d);

#endif
