// SPDX-License-Identifier: Apache-2.0
// Where in a query variables occur, and terms that mean the same all along.
// Internal to interpolate.
#ifndef INTERPOLATE_SPANS_H
#define INTERPOLATE_SPANS_H

#include "base/hmap.h"
#include "interpolate/procedure.h"

// From the first to the last block that mentions a variable: it is in the
// vocabulary of every cut in between. A zeroed one is empty.
typedef struct {
  hmap of_variable; // variable -> (first block, last block)
} itp_spans;

typedef struct {
  uint32_t first, last;
} itp_span;

void itp_spans_make(itp_spans *s, const itp_query *q);
void itp_spans_free(itp_spans *s);
// False: no block mentions the variable, or a single one.
bool itp_spans_find(const itp_spans *s, term variable, itp_span *out);

// The only variable of a small term such as v + c; none: it is no such term.
term itp_base_variable(const terms *tt, term t);

#endif
