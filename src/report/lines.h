// SPDX-License-Identifier: Apache-2.0
// Lines of source files, for showing them.
#ifndef REPORT_LINES_H
#define REPORT_LINES_H

#include "program/program.h"

typedef struct lines lines;

lines *lines_new(const program *p); // NULL: read files only
void lines_free(lines *c);
// Line 'line' (from 1) without the blanks around it. Returns NULL, and a length
// of 0, if the file or the line does not exist.
const char *lines_get(lines *c, const char *file, uint32_t line,
                      size_t *length);
// The whole file. NULL, and a length of 0, if it cannot be read or is empty.
const char *lines_text(lines *c, const char *file, size_t *length);

#endif
