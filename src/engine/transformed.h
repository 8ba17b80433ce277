// SPDX-License-Identifier: Apache-2.0
// Engines on transformed programs.
#ifndef ENGINE_TRANSFORMED_H
#define ENGINE_TRANSFORMED_H

#include "encode/constants.h"
#include "engine/engine.h"
#include "transform/transform.h"

// The result of e on the program that t makes of the task's original, with what
// is known of it (NULL: nothing) in place. The candidates get time before the
// search: everything depends on these, and what is not found soon with them is
// not found.
result *transformed_run(const transformation *t, const engine *e,
                        const engine_task *task, const constants *known);

#endif
