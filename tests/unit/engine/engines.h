// SPDX-License-Identifier: Apache-2.0
// What tests of engines share: the check that a trace is one.
#ifndef UNIT_ENGINES_H
#define UNIT_ENGINES_H

#include "builder.h"
#include "result/player.h"
#include "setting.h"

static inline value engines_initial(void *data, var v) {
  return player_initial(data, v);
}

static inline value engines_input(void *data, loc at, term input) {
  return player_input(data, at, input);
}

static inline void check_trace(const program *p, const trace *t) {
  player y;
  player_init(&y, p, t);
  run_hooks hooks = {
      .initial = engines_initial, .input = engines_input, .data = &y};
  run_outcome o = program_run(p, &hooks, 100000, &NO_LIMITS);
  CHECK(y.problem == PLAYER_FINE && y.next == t->inputs.len);
  CHECK(o.end == RUN_SINK);
  CHECK(program_location(p, o.at)->kind == LOC_ERROR);
  player_clear(&y);
}

#endif
