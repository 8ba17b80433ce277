// SPDX-License-Identifier: Apache-2.0
// Text of others (names of files, source lines, strings) as a person may see
// it. Control characters move a terminal's cursor or change its settings, and
// characters that turn the direction of writing make a line look like another
// one: they are written as \x1b and \u202e.
#ifndef BASE_SHOWN_H
#define BASE_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

// Length of the well-formed UTF-8 sequence at 'data' (RFC 3629: shortest form,
// no surrogates, at most U+10FFFF); 0: there is none. size > 0.
size_t utf8_length(const char *data, size_t size);
// Does the character that begins at 'data', a well-formed one of that length,
// act on the display instead of standing there? Line feed and tab do.
bool shown_is_control(const char *data, size_t length, uint32_t *code);

// Appends a text of lines; line feeds and tabs stay. Linear time.
void shown_text(const char *data, size_t size, strbuf *out);
// Appends a name: stays on one line.
void shown_name(const char *name, strbuf *out);

#endif
