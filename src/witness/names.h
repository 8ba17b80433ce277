// SPDX-License-Identifier: Apache-2.0
// What a name means at a place of the program: C's rules of scope.
#ifndef WITNESS_NAMES_H
#define WITNESS_NAMES_H

#include "program/program.h"

typedef struct names names;

names *names_new(const program *p);
void names_free(names *n);

// Where a name is used: a location of the program, and the place in the source
// before which declarations count.
typedef struct {
  loc at;
  source_pos pos;
} name_place;

// The variable that is all of the object, or the part of it ("a[3]", "s.f"),
// that 'name' means at the place. VAR_NONE: there is none, or its name does not
// have its type and value.
var names_find(const names *n, name_place at, const char *name);
// The name of a variable at the place; NULL: it cannot be named there.
const char *names_of(const names *n, name_place at, var v);

// Is it an integer that C has a type for, and is that signed?
bool names_has_integer(const program *p, var v, bool *is_signed);

#endif
