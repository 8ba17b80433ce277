// SPDX-License-Identifier: Apache-2.0
// What the contents of input files are, as hashes.
#ifndef CAMPAIGN_TASKS_INPUTS_H
#define CAMPAIGN_TASKS_INPUTS_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/strbuf.h"

// Appends a line with the name of the file, without its folder, and its hash.
bool inputs_hash_file(const char *path, strbuf *out, diag *d);
// The same for a program and all that it includes by #include "NAME", where
// NAME is relative to the file that includes it.
bool inputs_hash_program(const char *path, strbuf *out, diag *d);

#endif
