// SPDX-License-Identifier: Apache-2.0
// Data-flow analysis alone.
#ifndef ENGINE_DATAFLOW_H
#define ENGINE_DATAFLOW_H

#include "engine/engine.h"

result *dataflow_run(const engine_task *task);

#endif
