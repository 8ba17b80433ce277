// SPDX-License-Identifier: Apache-2.0
// Small questions about labels: do formulas contradict each other, does one
// imply another?
//
// The answer "no" may also mean that it is not known. Whoever asks must stay
// sound if it is.
#ifndef ENGINE_PATH_ENTAIL_H
#define ENGINE_PATH_ENTAIL_H

#include "engine/engine.h"
#include "smt/solver.h"

typedef struct entailer entailer;

entailer *entail_new(const engine_task *task);
void entail_free(entailer *o);

// Is the conjunction of all n formulas surely unsatisfiable?
bool entail_contradict(entailer *o, const term *formulas, uint32_t n);
// Does a surely imply b? Answers are remembered.
bool entail_implies(entailer *o, term a, term b);

#endif
