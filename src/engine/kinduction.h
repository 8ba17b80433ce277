// SPDX-License-Identifier: Apache-2.0
// k-induction: k steps without an error are followed by none.
#ifndef ENGINE_KINDUCTION_H
#define ENGINE_KINDUCTION_H

#include "engine/engine.h"
#include "engine/lemma/lemmas.h"

result *kinduction_run(const engine_task *task);
// Offers candidates for invariants.
typedef void (*kinduction_help)(void *data, lemmas *m, const inductive *of);

typedef struct {
  const char *name;     // of the engine
  kinduction_help help; // called once; NULL: there is none
  void *data;           // for it
  uint32_t most;        // no k is above that
  bool is_hard;         // equations among its candidates are, for solvers
} kinduction_plan;
result *kinduction_run_planned(const engine_task *task,
                               const kinduction_plan *plan);

#endif
