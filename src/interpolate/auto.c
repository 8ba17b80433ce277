// SPDX-License-Identifier: Apache-2.0
// The default schedule.
//
// Bit-vectors: the two procedures that answer in words get a short time each,
// measured by how hard the query is to refute at all; then the clausal proof,
// which always has an answer, gets the rest. Integers and reals: the domains
// for a short time, then Spacer. On unrollings of 70 C programs (bench/
// interpolation) 'abstract' answers nine of ten queries, with a quarter of the
// nodes of a proof's interpolant.
#include "interpolate/procedure.h"

#include <assert.h>

// Numbers of solver calls after which more did not help on random unrollings.
enum { FEW_CHECKS = 1500, FEW_CHECKS_Z3 = 400 };

typedef struct {
  itp_step *steps;
  uint32_t count;
} plan;

static void add(plan *p, const char *name, double seconds, uint32_t checks) {
  const itp_procedure *procedure = itp_procedure_find(name);
  assert(procedure != NULL && p->count < ITP_MAX_STEPS);
  p->steps[p->count++] = (itp_step){procedure, seconds, checks};
}

static uint32_t schedule(const itp_query *q, itp_step *steps) {
  itp_theories t = itp_prover_theories(q->prover);
  plan p = {.steps = steps};
  if (t.arithmetic) {
    add(&p, "abstract", 4, FEW_CHECKS_Z3);
    add(&p, "spacer", 0, 0);
    return p.count;
  }
  double patience = 0.4 + 10 * q->solving;
  add(&p, "abstract", patience < 3 ? patience : 3, FEW_CHECKS);
  add(&p, "layered", 0.5, 0);
  add(&p, "proof", 0, 0);
  return p.count;
}

const itp_procedure itp_auto = {.name = "auto", .schedule = schedule};
