// SPDX-License-Identifier: Apache-2.0
// Auxiliary invariants for engines that refine along paths.
//
// They begin when the first few refinement steps did not suffice, so that what
// is easy stays quick. 'known' has one formula per location of the searched
// program that holds at every visit; all of them together are inductive.
#ifndef ENGINE_PATH_SUPPORT_H
#define ENGINE_PATH_SUPPORT_H

#include "engine/engine.h"

typedef struct support support;

support *support_new(const engine_task *task); // which must outlive it
void support_free(support *s);

const term *support_known(const support *s); // by location; may change below
// A formula that was found for some visits to l: parts of it may always hold.
void support_learn(support *s, loc l, term formula);
// Begins with what other engines have found already.
void support_listen(support *s);
// To be called behind each refinement step. Looks for what is new, at most a
// fixed part of the time. True: 'known' has changed.
bool support_poll(support *s);

#endif
