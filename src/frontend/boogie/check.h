// SPDX-License-Identifier: Apache-2.0
// Names and types.
#ifndef FRONTEND_BOOGIE_CHECK_H
#define FRONTEND_BOOGIE_CHECK_H

#include "frontend/boogie/ast.h"

// Resolves every name and computes every type. False: d says what is wrong.
bool bpl_check(bpl_unit *u, diag *d);

// Of checked types.
bool bpl_type_equal(const bpl_type *a, const bpl_type *b);
void bpl_type_print(const bpl_type *t, strbuf *out);
// The field's number; -1: there is no such field (or it is no struct).
int64_t bpl_field_index(const bpl_type *t, const char *name);
// The leaves in front of field i.
uint32_t bpl_field_offset(const bpl_type *t, uint32_t i);

#endif
