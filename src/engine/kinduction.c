// SPDX-License-Identifier: Apache-2.0
// k-induction.
//
// M. Sheeran, S. Singh, G. Stalmarck: "Checking Safety Properties Using
// Induction and a SAT-Solver" (FMCAD 2000); with invariants, for programs: D.
// Beyer, M. Dangl, P. Wendler: "Boosting k-Induction with Continuously-Refined
// Invariants" (CAV 2015).
//
// Base: no error within the first k visits to heads, which is what bounded
// model checking searches. Step: behind k successive visits no bad sink comes
// before the next one, whichever head they start at and in whatever state, as
// long as all k visits satisfy the known invariants. (That nothing bad comes
// between them needs no saying: a path ends in a sink.) Visits of all heads are
// counted together, so one k serves nested and successive loops.
#include "engine/kinduction.h"

#include <assert.h>

#include "engine/inductive.h"

// A first question may take this many seconds, a later one as long again as
// all that was before it.
#define FIRST_STEP 1.0

static bool try_step(inductive *i, uint32_t k) {
  limits share =
      limits_within(&i->task.env->limits, FIRST_STEP + inductive_elapsed(i));
  if (inductive_step(i, k, NULL, &share, 0) != STEP_HOLDS || !inductive_base(i))
    return false;
  inductive_prove(i, k, NULL);
  return true;
}

result *kinduction_run(const engine_task *task) {
  inductive i;
  bool is_going = inductive_init(&i, task, "kinduction");
  while (is_going) {
    is_going = bmc_step(i.falsifier);
    if (is_going && !i.is_hopeless)
      is_going = !try_step(&i, bmc_frame(i.falsifier));
  }
  return inductive_end(&i);
}
