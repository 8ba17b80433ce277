// SPDX-License-Identifier: Apache-2.0
// Data-flow analysis alone.
#ifndef ENGINE_DF_H
#define ENGINE_DF_H

#include "engine/engine.h"

result *engine_df_run(const engine_task *task);

#endif
