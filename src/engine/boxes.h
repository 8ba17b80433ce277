// SPDX-License-Identifier: Apache-2.0
// Programs whose numbers are floats.
#ifndef ENGINE_BOXES_H
#define ENGINE_BOXES_H

#include "engine/engine.h"

result *engine_boxes_run(const engine_task *task);

#endif
