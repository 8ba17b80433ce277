// SPDX-License-Identifier: Apache-2.0
// Sums over arrays, as differences of prefix sums.
#ifndef ENGINE_ARRAY_SUMS_H
#define ENGINE_ARRAY_SUMS_H

#include "engine/transform.h"

// G. Blelloch: "Prefix Sums and Their Applications" (1990).
extern const transformation sums_transformation;

#endif
