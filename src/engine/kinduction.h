// SPDX-License-Identifier: Apache-2.0
// k-induction: k steps without an error are followed by none.
#ifndef ENGINE_KINDUCTION_H
#define ENGINE_KINDUCTION_H

#include "engine/engine.h"

result *kinduction_run(const engine_task *task);

#endif
