// SPDX-License-Identifier: Apache-2.0
// Interpolation-based model checking.
//
// K. McMillan: "Interpolation and SAT-Based Model Checking" (CAV 2003), for
// programs as in D. Beyer, P.-C. Chien, N.-Z. Lee: "Augmenting Interpolation-
// Based Model Checking with Auxiliary Invariants" (SPIN 2024), Algorithm 1.
//
// For a bound k: no bad sink is within k steps of any state that one step
// from the start leads to. An interpolant between that step and the k others
// is a set of states that contains all successors of the start and is still k
// steps away from anything bad; it is the next start. Once a new set lies
// within the union G of the earlier ones, G is closed under steps and safe. If
// instead some path from a set (too large now) goes wrong, the bound grows.
//
// What is bad counts at every step, not only at the last one (their Eq. 2):
// each set is then safe by itself, and G is a proof that needs no other.
//
// Several loops. A set of states is one formula per head of the transition
// system (encode/transition.h), and its image has one interpolation query per
// head. A head where nothing new arrived is left out of the next start: what
// it reaches is in G already.
//
// Auxiliary invariants (invariant/auxiliary.h) are polled in every
// iteration, outer and inner. Whatever their source, they have been found
// inductive before they are used, so the evidence is G and the invariants. One
// source are the interpolants themselves: a set that turned out too weak or too
// strong as a whole often has parts that are inductive.
//
// Invariant: start and reached are indexed by location; every state of
// 'reached' is k steps away from bad sinks, and its successors are in
// 'reached' unless they come from 'start'.
#include "engine/reach/imc.h"

#include <inttypes.h>

#include "base/mem.h"
#include "engine/reach/bounded.h"
#include "engine/reach/imc_query.h"

typedef struct {
  bounded base;
  imc_query *query;
  uint32_t rounds;    // of the phase: steps from the entry so far
  term *start, *next; // by location id; none: nothing new there
  term *reached;      // G, by location id
} imc;

// --- a phase: one bound ------------------------------------------------------

static void start_phase(imc *m) {
  for (uint32_t l = 0; l < m->base.locations; l++) {
    m->start[l] = m->next[l] = TERM_NONE;
    m->reached[l] = term_false(m->base.base.tt);
  }
  loc entry = program_entry(m->base.base.task.program);
  m->start[entry.id] = term_true(m->base.base.tt);
  m->rounds = 0;
}

static phase_status explain_failure(const imc *m, itp_status status) {
  if (status == ITP_GAVE_UP)
    return PHASE_GAVE_UP;
  // The first start is exact: bounded model checking found no error that
  // short, so the path leads to another bad sink.
  return m->rounds == 0 ? PHASE_STOPPED : PHASE_TOO_WEAK;
}

// One step further at head l. PHASE_PROVED: nothing stands against it.
static phase_status advance_at(imc *m, loc l, bool *is_new) {
  bounded *b = &m->base;
  term set;
  itp_status status =
      imc_query_ask(m->query, l, m->start, b->bound, b->limits, &set);
  if (status != ITP_FOUND)
    return explain_failure(m, status);
  switch (bounded_covers(b, l, set, m->reached[l.id])) {
  case SMT_UNSAT:
    return PHASE_PROVED;
  case SMT_UNKNOWN:
    return PHASE_GAVE_UP;
  case SMT_SAT:
    break;
  }
  bounded_add_set(b, l, set);
  m->next[l.id] = set;
  m->reached[l.id] = term_or(b->base.tt, m->reached[l.id], set);
  *is_new = true;
  return PHASE_PROVED;
}

// From all starts to the sets of their successors.
static phase_status advance(imc *m, bool *is_new) {
  const loc_vec *heads = transition_heads(m->base.base.system);
  for (uint32_t i = 0; i < heads->len; i++) {
    phase_status status = advance_at(m, heads->data[i], is_new);
    if (status != PHASE_PROVED)
      return status;
  }
  term *old = m->start;
  m->start = m->next;
  m->next = old;
  for (uint32_t l = 0; l < m->base.locations; l++)
    m->next[l] = TERM_NONE;
  m->rounds++;
  return PHASE_PROVED;
}

static phase_status conclude(imc *m, phase_status status) {
  if (status == PHASE_PROVED)
    inductive_prove(&m->base.base, 1, m->reached);
  // Every state that m->rounds steps from the entry lead to is 'bound' steps
  // away from bad sinks.
  if (status == PHASE_TOO_WEAK)
    bmc_exclude(m->base.base.falsifier, m->rounds + m->base.bound);
  return status;
}

static phase_status run_phase(void *data) {
  imc *m = data;
  start_phase(m);
  phase_status status = PHASE_PROVED;
  bool is_new = true;
  while (is_new && status == PHASE_PROVED) {
    is_new = false;
    status = advance(m, &is_new);
    bounded_poll(&m->base);
    env_progress(m->base.base.task.env,
                 "imc: bound %" PRIu32 ", %" PRIu32 " sets of states",
                 m->base.bound, m->rounds);
  }
  return conclude(m, status);
}

// --- the search --------------------------------------------------------------

static void search(imc *m) {
  m->query = imc_query_new(&m->base.base);
  m->start = bounded_table(&m->base, TERM_NONE);
  m->next = bounded_table(&m->base, TERM_NONE);
  m->reached = bounded_table(&m->base, TERM_NONE);
  bounded_search(&m->base, run_phase, m);
  imc_query_free(m->query);
  mem_free(m->start);
  mem_free(m->next);
  mem_free(m->reached);
}

result *imc_run(const engine_task *task) {
  imc m = {0};
  if (bounded_init(&m.base, task, "imc"))
    search(&m);
  return bounded_end(&m.base);
}
