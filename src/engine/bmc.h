// SPDX-License-Identifier: Apache-2.0
// Bounded model checking: is there an error after k = 0, 1, 2, ... blocks?
//
// As an engine (bmc_run), and step by step as the falsifier inside of others.
// Whoever unrolls the same blocks at the same time or before tells how far
// there is no error (env.board): no question is asked twice.
#ifndef ENGINE_BMC_H
#define ENGINE_BMC_H

#include "engine/engine.h"
#include "smt/solver.h"

typedef struct bmc bmc;

result *bmc_run(const engine_task *task);

// 'name' is that of the engine that asks.
bmc *bmc_new(const engine_task *task, const char *name);
// Unrolls one frame more and searches it. False: the search is over, and the
// result says how.
bool bmc_step(bmc *b);
uint32_t bmc_frame(const bmc *b); // the last one that was searched
result *bmc_result(bmc *b);       // to be filled by whoever ends the search
// The caller knows that no error is reached up to that frame.
void bmc_exclude(bmc *b, uint32_t frame);
// Can a sink other than error and end be reached up to the last frame?
smt_status bmc_check_stops(bmc *b);
result *bmc_end(bmc *b); // frees it all but the result

#endif
