// SPDX-License-Identifier: Apache-2.0
// What a pointer points to, as the source calls it.
#ifndef PROGRAM_POINTEE_H
#define PROGRAM_POINTEE_H

#include "base/strbuf.h"
#include "program/program.h"

// The name of a variable where somebody reads it; NULL: it has none there.
typedef const char *(*pointee_name)(void *data, var v);

// Writes the value of a pointer as a C expression: "0", "&x", "&a[3]", "f".
// False, and nothing: what it points to has no name.
bool pointee_print(const program *p, uint64_t pointer, pointee_name name,
                   void *data, strbuf *out);

// The same in words, where that has no name of its own: "memory #2 from
// malloc() in f.c:5:13 + 4", "&a[10]" behind the last element. False, and
// nothing: nothing is known.
bool pointee_describe(const program *p, uint64_t pointer, strbuf *out);

// The inverse: where a variable lies, or an element of it if it is a large
// array. False: nowhere that is known.
bool pointee_of_variable(const program *p, var v, uint64_t element,
                         uint64_t *pointer);
bool pointee_of_function(const program *p, const char *name, uint64_t *pointer);

// An equation with a pointer, or its negation: "(p == &x)". False, and nothing:
// it is none, or has no such form.
bool pointee_print_equation(const program *p, term equation, pointee_name name,
                            void *data, strbuf *out);

#endif
