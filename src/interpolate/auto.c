// SPDX-License-Identifier: Apache-2.0
// The default schedule.
//
// Bit-vectors: the two procedures that answer in words get a short time each,
// then the clausal proof, which always has an answer, gets the rest. Integers,
// reals and arrays: the domains for a short time, then Spacer.
#include "interpolate/procedure.h"

#include <assert.h>

static uint32_t add(itp_step *steps, uint32_t n, const char *name,
                    double seconds) {
  const itp_procedure *p = itp_procedure_find(name);
  if (p == NULL)
    return n; // not built in
  assert(n < ITP_MAX_STEPS);
  steps[n] = (itp_step){.procedure = p, .seconds = seconds};
  return n + 1;
}

static uint32_t schedule(const itp_query *q, itp_step *steps) {
  itp_theories t = itp_prover_theories(q->prover);
  uint32_t n = 0;
  if (t.arithmetic || t.array) {
    n = add(steps, n, "abstract", 1.0);
    return add(steps, n, "spacer", 0);
  }
  n = add(steps, n, "abstract", 0.5);
  n = add(steps, n, "layered", 0.5);
  n = add(steps, n, "proof", 0);
  // What is left if the proof was too large.
  return add(steps, n, "spacer", 0);
}

const itp_procedure itp_auto = {.name = "auto", .schedule = schedule};
