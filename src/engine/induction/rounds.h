// SPDX-License-Identifier: Apache-2.0
// How often the paths of an unrolling visit loop heads.
//
// Frames count edges of the unrolled program; users and proofs count visits to
// loop heads of the original one. The two agree where every location of the
// unrolled program is a loop head, which large blocks come close to.
#ifndef ENGINE_INDUCTION_ROUNDS_H
#define ENGINE_INDUCTION_ROUNDS_H

#include "encode/unroll.h"
#include "engine/engine.h"

typedef struct {
  uint32_t least, most;
} visits;

typedef struct {
  const engine_task *task;
  bool *is_head;       // by location of the original
  visits *at, *before; // by location of the unrolled program
  uint32_t frame;      // that 'at' speaks of
  visits alive;        // over the locations of that frame that are no sinks
  uint32_t most;       // the largest alive.most of all frames so far
} rounds;

void rounds_init(rounds *r, const engine_task *task);
void rounds_clear(rounds *r);
// Goes on to the last frame of u, which must be the next one.
void rounds_extend(rounds *r, const unroller *u);
// Adds the label 'true' for each loop head to a proof.
void rounds_label(const rounds *r, proof *p);

#endif
