// SPDX-License-Identifier: Apache-2.0
// Auxiliary invariants for engines that refine along paths.
//
// They begin when the first few refinement steps did not suffice, so that what
// is easy stays quick. 'known' has one formula per location of the searched
// program that holds at every visit; all of them together are inductive.
#ifndef ENGINE_PATH_PATH_INVARIANTS_H
#define ENGINE_PATH_PATH_INVARIANTS_H

#include "engine/engine.h"

typedef struct path_invariants path_invariants;

path_invariants *
path_invariants_new(const engine_task *task); // which must outlive it
void path_invariants_free(path_invariants *s);

const term *path_invariants_known(
    const path_invariants *s); // by location; may change below
// A formula that was found for some visits to l: parts of it may always hold.
void path_invariants_learn(path_invariants *s, loc l, term formula);
// Begins with what other engines have found already.
void path_invariants_listen(path_invariants *s);
// To be called behind each refinement step. Looks for what is new, at most a
// fixed part of the time. True: 'known' has changed.
bool path_invariants_poll(path_invariants *s);

#endif
