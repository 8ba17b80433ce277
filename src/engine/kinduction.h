// SPDX-License-Identifier: Apache-2.0
// k-induction: k steps without an error are followed by none.
#ifndef ENGINE_KINDUCTION_H
#define ENGINE_KINDUCTION_H

#include "engine/engine.h"
#include "engine/lemmas.h"

result *kinduction_run(const engine_task *task);
// The same with candidates for invariants from 'help', which is called once,
// and with no k above 'most'.
typedef void (*kinduction_help)(void *data, lemmas *m, const inductive *of);
result *kinduction_run_helped(const engine_task *task, const char *name,
                              kinduction_help help, void *data, uint32_t most);

#endif
