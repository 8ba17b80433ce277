// SPDX-License-Identifier: Apache-2.0
// The states of a location as an invariant.
#ifndef ENGINE_EXPLICIT_LISTING_H
#define ENGINE_EXPLICIT_LISTING_H

#include "engine/explicit/follow.h"

typedef VEC(const vset **) listed_states; // by variable: see follow_sets

// One of the states holds. Those that are the same but for values of one
// variable that lie next to each other become one, in 'states', too.
term listing_formula(follower *f, const program *p, listed_states *states);

#endif
