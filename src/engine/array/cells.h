// SPDX-License-Identifier: Apache-2.0
// Invariants of all elements of arrays.
#ifndef ENGINE_ARRAY_CELLS_H
#define ENGINE_ARRAY_CELLS_H

#include "engine/transform.h"

// D. Monniaux, L. Gonnord: "Cell Morphing: From Array Programs to Array-Free
// Horn Clauses" (SAS 2016).
extern const transformation cells_transformation;

#endif
