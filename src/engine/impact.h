// SPDX-License-Identifier: Apache-2.0
// Lazy abstraction with interpolants: an unwinding that is labelled by the
// refutations of its error paths.
#ifndef ENGINE_IMPACT_H
#define ENGINE_IMPACT_H

#include "engine/engine.h"

result *impact_run(const engine_task *task);

#endif
