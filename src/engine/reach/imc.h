// SPDX-License-Identifier: Apache-2.0
// Interpolation-based model checking: k steps that cannot go wrong, generalized
// to any number of steps.
#ifndef ENGINE_REACH_IMC_H
#define ENGINE_REACH_IMC_H

#include "engine/engine.h"

result *imc_run(const engine_task *task);

#endif
