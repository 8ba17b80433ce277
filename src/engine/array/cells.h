// SPDX-License-Identifier: Apache-2.0
// Programs with arrays of any size.
#ifndef ENGINE_ARRAY_CELLS_H
#define ENGINE_ARRAY_CELLS_H

#include "engine/engine.h"

result *cells_run(const engine_task *task);

#endif
