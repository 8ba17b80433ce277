// SPDX-License-Identifier: Apache-2.0
// The default schedule.
//
// Bit-vectors: the two procedures that answer in words may try a little; then
// the clausal proof, which always has an answer, gets the rest. Arrays of
// bit-vectors are the same without the detour over the integers. Numbers: the
// domains try a little, then Spacer has all the time.
//
// "A little" is counted in work, not in time, so that equal queries have equal
// answers; the larger the formulas, the fewer calls of a solver it buys. Only
// should that take unexpectedly long, a part of the time ends it: what the SAT
// solver refutes in time must leave the proof time to be read.
// docs/interpolation.md has the measurements.
#include "interpolate/procedure.h"

#include <assert.h>

// Calls of a solver after which more did not help on random unrollings.
enum { CALLS = 1500, CALLS_Z3 = 400, CALLS_AT_LEAST = 20 };
// Calls times nodes: about what half a second is good for.
static const uint64_t WORK = 1000000;
static const double SHARE = 0.1;

typedef struct {
  itp_step *steps;
  uint32_t count;
} plan;

static void add(plan *p, const itp_procedure *procedure, uint32_t effort,
                double share) {
  assert(procedure != NULL && p->count < ITP_MAX_STEPS);
  p->steps[p->count++] = (itp_step){procedure, effort, share};
}

// A procedure that may try, with as many of the calls as formulas of this size
// allow. Too few help nobody.
static void add_trial(plan *p, const itp_procedure *procedure,
                      const itp_query *q, uint32_t calls) {
  uint64_t size = itp_prover_size(q->prover);
  uint64_t n = size == 0 ? calls : WORK / size;
  if (n >= CALLS_AT_LEAST)
    add(p, procedure, n < calls ? (uint32_t)n : calls, SHARE);
}

static uint32_t schedule(const itp_query *q, itp_step *steps) {
  itp_theories t = itp_prover_theories(q->prover);
  plan p = {.steps = steps};
  if (t.arithmetic) {
    add_trial(&p, &itp_abstract, q, CALLS_Z3);
    add(&p, &itp_spacer, 0, 0);
    return p.count;
  }
  add_trial(&p, &itp_abstract, q, CALLS);
  if (!t.array)
    add_trial(&p, &itp_layered, q, CALLS);
  add(&p, &itp_proof, 0, 0);
  return p.count;
}

const itp_procedure itp_auto = {.name = "auto", .schedule = schedule};
