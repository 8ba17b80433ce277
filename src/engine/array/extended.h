// SPDX-License-Identifier: Apache-2.0
// Proofs about programs that have more variables than the original.
#ifndef ENGINE_ARRAY_EXTENDED_H
#define ENGINE_ARRAY_EXTENDED_H

#include "engine/kinduction.h"

// k-induction on p, which is made from the task's original, with the candidates
// for invariants that the plan's 'help' offers. Everything depends on these, so
// they get time before the search, and what is not found soon is not found.
result *extended_search(const engine_task *task, const program *p,
                        const kinduction_plan *plan);
// r (NULL: a new result) is unknown for that reason.
result *extended_give_up(result *r, const char *name, const char *reason);

#endif
