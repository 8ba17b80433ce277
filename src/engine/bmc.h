// SPDX-License-Identifier: Apache-2.0
// Bounded model checking: is there an error after k = 0, 1, 2, ... blocks?
#ifndef ENGINE_BMC_H
#define ENGINE_BMC_H

#include "engine/engine.h"

result *bmc_run(const engine_task *task);

#endif
