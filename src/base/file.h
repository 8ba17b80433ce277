// SPDX-License-Identifier: Apache-2.0
// Reading input files, writing reports.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>

#include "base/diag.h"

// Appends the whole file ("-": standard input). False with 'd' filled if it
// cannot be read.
bool file_read(const char *path, strbuf *out, diag *d);
// What messages call it: the path, or "<stdin>".
const char *file_shown_name(const char *path);

// Makes 'text' the content of the file. Whatever happens (a full disk, a kill),
// a regular file holds either all of the text or what it held before: the text
// goes to a file beside it, which then takes its place and its mode. Symbolic
// links stay and lead to the new content. What is no regular file (a pipe, a
// terminal, /dev/null, an open descriptor below /proc) is written to as it is;
// so is a file in a folder in which no file can be made. False: errno says why.
bool file_write(const char *path, const strbuf *text);
// Adds the text to the end of the file, which may be new, in one piece.
bool file_append(const char *path, const strbuf *text);

#endif
