// SPDX-License-Identifier: Apache-2.0
// From a proof by induction over k visits to one over a single visit.
#ifndef ENGINE_INDUCTION_REDUCE_H
#define ENGINE_INDUCTION_REDUCE_H

#include "engine/engine.h"

// Strengthens the labels of the proof at heads of the task's program, so that a
// smaller k does. True: k is 1 then. Otherwise the proof is one for the k it
// has now, if it was one before.
bool reduce_proof(const engine_task *task, proof *p);

#endif
