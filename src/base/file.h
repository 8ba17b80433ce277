// SPDX-License-Identifier: Apache-2.0
// Reading input files.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>

#include "base/diag.h"

// Appends the whole file ("-": standard input). False with 'd' filled if it
// cannot be read.
bool file_read(const char *path, strbuf *out, diag *d);
// What messages call it: the path, or "<stdin>".
const char *file_shown_name(const char *path);

#endif
