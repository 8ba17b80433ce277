// SPDX-License-Identifier: Apache-2.0
// The only execution: of a program that asks for nothing there is one, and
// running it to its end tells all.
#ifndef ENGINE_RUN_ONLY_H
#define ENGINE_RUN_ONLY_H

#include "engine/engine.h"

// True: the original program has one execution, which ends without reaching
// an error or anything that we do not know. *visits: how often it arrives at
// locations of the table 'is_head', which has an entry for each.
bool only_run(const engine_task *task, const bool *is_head, uint64_t *visits);

#endif
