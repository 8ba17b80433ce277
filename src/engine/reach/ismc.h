// SPDX-License-Identifier: Apache-2.0
// Interpolation sequences: frames that every bound makes smaller.
#ifndef ENGINE_REACH_ISMC_H
#define ENGINE_REACH_ISMC_H

#include "engine/engine.h"

result *ismc_run(const engine_task *task);

#endif
