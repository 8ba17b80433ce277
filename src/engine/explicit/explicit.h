// SPDX-License-Identifier: Apache-2.0
// Explicit states, symbolic inputs.
#ifndef ENGINE_EXPLICIT_EXPLICIT_H
#define ENGINE_EXPLICIT_EXPLICIT_H

#include "engine/engine.h"

result *explicit_run(const engine_task *task);

#endif
