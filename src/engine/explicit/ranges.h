// SPDX-License-Identifier: Apache-2.0
// States that are sets of values, found by following paths.
#ifndef ENGINE_EXPLICIT_RANGES_H
#define ENGINE_EXPLICIT_RANGES_H

#include "engine/path/refiner.h"

// Looks for all states at the locations of the searched program. REFINER_DONE:
// there is a proof, or an error that can be executed, in the refiner's result.
// REFINER_GO_ON: there is no answer this way.
refiner_status ranges_search(refiner *r);

#endif
