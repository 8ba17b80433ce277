// SPDX-License-Identifier: Apache-2.0
// Interpolants at locations that do not depend on the path.
//
// At a location, all ways from the entry to it that are no longer than the
// path's are on one side, and all ways on from it to a bad sink that are no
// longer than the rest of the path on the other.
#ifndef ENGINE_PATH_INSENSITIVE_H
#define ENGINE_PATH_INSENSITIVE_H

#include "encode/transition.h"
#include "engine/engine.h"

typedef struct insensitive insensitive;

insensitive *insensitive_new(const engine_task *task, transition *system);
void insensitive_free(insensitive *x);

// For the n edges of a path from the entry to a bad sink: out[k] holds after k
// + 1 of them (k < n - 1), the next one follows from it by the next edge, and
// the last one excludes the last edge, as long as 'known' (by location) holds.
// False: there are none (some path of that length is feasible), or they were
// given up.
bool insensitive_find(insensitive *x, const edge *path, uint32_t n,
                      const term *known, term *out);

#endif
