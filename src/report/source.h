// SPDX-License-Identifier: Apache-2.0
// Lines of source files, for showing them.
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H

#include "program/program.h"

typedef struct source_cache source_cache;

source_cache *source_new(const program *p);
void source_free(source_cache *c);
// Line 'line' (from 1) without the blanks around it. Returns NULL, and a length
// of 0, if the file or the line does not exist.
const char *source_line(source_cache *c, const char *file, uint32_t line,
                        size_t *length);

#endif
