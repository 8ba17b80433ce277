// SPDX-License-Identifier: Apache-2.0
// Property-directed reachability over predicates.
#ifndef ENGINE_REACH_PDR_H
#define ENGINE_REACH_PDR_H

#include "engine/engine.h"

result *pdr_run(const engine_task *task);

#endif
