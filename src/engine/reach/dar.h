// SPDX-License-Identifier: Apache-2.0
// Dual approximated reachability: forward and backward frames that strengthen
// each other.
#ifndef ENGINE_REACH_DAR_H
#define ENGINE_REACH_DAR_H

#include "engine/engine.h"

result *dar_run(const engine_task *task);

#endif
