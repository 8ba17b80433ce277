// SPDX-License-Identifier: Apache-2.0
// Small changes to a C text that make its error observable from outside.
#ifndef CERTIFY_EXECUTION_REWRITE_H
#define CERTIFY_EXECUTION_REWRITE_H

#include <stdbool.h>

#include "base/strbuf.h"

// Appends 'text' to 'out' such that a call of 'hook' stands where the label
// is (NULL: no label counts), and reach_error and __VERIFIER_error are not
// static. Lines keep their numbers. Returns whether anything was changed.
bool rewrite_source(const char *text, const char *label, const char *hook,
                    strbuf *out);

#endif
