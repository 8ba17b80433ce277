// SPDX-License-Identifier: Apache-2.0
// Disjunctions of labels, for people and for proofs.
#ifndef ENGINE_PATH_CUBES_H
#define ENGINE_PATH_CUBES_H

#include "engine/path/entail.h"

// A formula that is equivalent to the disjunction of the cubes wherever 'known'
// holds, and often much shorter. Cubes are changed.
term cubes_join(entailer *o, terms *tt, term known, term_vec *cubes);

#endif
