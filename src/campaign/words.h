// SPDX-License-Identifier: Apache-2.0
// A line of options as words, with the quotes of a shell but without a shell.
#ifndef CAMPAIGN_WORDS_H
#define CAMPAIGN_WORDS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"

// Appends the words. 'single' and "double" quotes and backslashes keep blanks
// together; nothing is expanded. False: a quote is not closed.
bool words_split(arena *mem, const char *line, string_list *out, diag *d);

#endif
