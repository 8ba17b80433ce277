// SPDX-License-Identifier: Apache-2.0
// Programs that compute sums over arrays of any size.
#ifndef ENGINE_ARRAY_SUMS_H
#define ENGINE_ARRAY_SUMS_H

#include "engine/engine.h"

result *sums_run(const engine_task *task);

#endif
