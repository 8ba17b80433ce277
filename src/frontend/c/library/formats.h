// SPDX-License-Identifier: Apache-2.0
// What printf and its kin do, for one format: a function in C, without loops
// where the format says how much there is to write.
#ifndef FRONTEND_C_LIBRARY_FORMATS_H
#define FRONTEND_C_LIBRARY_FORMATS_H

#include <stdbool.h>

#include "base/strbuf.h"

typedef enum {
  FORMATS_READ,    // nobody asks how much is written: strings are read
  FORMATS_COUNT,   // what is written goes elsewhere (printf)
  FORMATS_BUFFER,  // to a buffer (sprintf)
  FORMATS_BOUNDED, // to a buffer of a given size (snprintf)
} formats_target;

// Appends a function of that name. 'arguments' has a character for each
// argument behind the format: 'i' (32 bits), 'l' (64 bits), 'p' (a pointer),
// 's' (one to a constant string), 'd' (a double), 'D' (a long double). The
// function has these as its parameters, behind the buffer and its size where
// there are such. False, with nothing appended: the format, or its arguments,
// are not understood.
bool formats_print(strbuf *out, const char *name, formats_target target,
                   const char *format, const char *arguments);
// The same for scanf and its kin, for conversions of integers and characters:
// all arguments are pointers ('p'). The function returns -1 (the end of the
// input) or how many of them, from the first on, got a value, which is any.
bool formats_scan(strbuf *out, const char *name, const char *format,
                  const char *arguments);
// Whether one of its conversions is among these letters, or not understood.
bool formats_has(const char *format, const char *letters);

// The length at *at, which moves behind it: "", "hh", "h", "l" or "ll", one of
// those with the same size for other letters.
const char *formats_length(const char **at);
// The type of integers with that length.
const char *formats_type(const char *length, bool is_signed);

#endif
