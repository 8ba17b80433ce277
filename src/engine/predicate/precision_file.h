// SPDX-License-Identifier: Apache-2.0
// Precisions as text: what one run found, the next one begins with.
//
// The text is an SMT-LIB script with one named assertion per predicate and
// place. Variables are called by their function and source name and places by
// function and line, so that most of it still fits after the program was
// edited; what does not fit is left out, and a predicate whose place is gone is
// tracked at the loop heads of its function.
#ifndef ENGINE_PREDICATE_PRECISION_FILE_H
#define ENGINE_PREDICATE_PRECISION_FILE_H

#include "engine/predicate/precision.h"

void precision_print(const precision *pi, const program *p, strbuf *out);
// False: the text is no such script; 'd' says where.
bool precision_read(precision *pi, const program *p, const char *file,
                    const char *text, diag *d);

#endif
