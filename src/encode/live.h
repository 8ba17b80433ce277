// SPDX-License-Identifier: Apache-2.0
// Variables that count at a location.
#ifndef ENCODE_LIVE_H
#define ENCODE_LIVE_H

#include "program/program.h"

typedef VEC(var) var_vec;

// By location id: the variables whose values there some block behind it may
// read before they are assigned. Sorted by id.
var_vec *live_find(const program *p);
void live_free(var_vec *live, const program *p);

#endif
