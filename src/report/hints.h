// SPDX-License-Identifier: Apache-2.0
// What a user can do about an unknown.
#ifndef REPORT_HINTS_H
#define REPORT_HINTS_H

#include "report/report.h"

// One sentence per line, the most promising first; none for an answer.
void hints_find(const report_input *in, strbuf *out);
// Calls back with each line of a text, without its end.
void hints_each(const char *text, void (*visit)(void *data, const char *line),
                void *data);

#endif
