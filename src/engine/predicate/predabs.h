// SPDX-License-Identifier: Apache-2.0
// Predicate abstraction with an abstract reachability tree.
#ifndef ENGINE_PREDICATE_PREDABS_H
#define ENGINE_PREDICATE_PREDABS_H

#include "engine/engine.h"

result *predabs_run(const engine_task *task);

#endif
