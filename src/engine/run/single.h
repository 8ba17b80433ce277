// SPDX-License-Identifier: Apache-2.0
// The single execution of a program that reads no input. Such a program has
// exactly one, so running it to its end decides the whole question.
#ifndef ENGINE_RUN_SINGLE_H
#define ENGINE_RUN_SINGLE_H

#include "engine/engine.h"

// True: the original program has a single execution, and that one ends without
// reaching an error or a sink without a meaning. False: the program reads an
// input or a variable without a value, the execution reaches a bad sink, or a
// limit was hit. *visits is how often the execution arrives at the locations
// that the table 'is_head' marks; the table has an entry per location id.
bool single_run(const engine_task *task, const bool *is_head, uint64_t *visits);

#endif
