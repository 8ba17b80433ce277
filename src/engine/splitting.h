// SPDX-License-Identifier: Apache-2.0
// Splitting via interpolants: the program graph itself is refined.
#ifndef ENGINE_SPLITTING_H
#define ENGINE_SPLITTING_H

#include "engine/engine.h"

result *splitting_run(const engine_task *task);

#endif
