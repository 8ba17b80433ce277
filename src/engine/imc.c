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
// Auxiliary invariants (engine/lemma/auxiliary.h) are polled in every
// iteration, outer and inner. Whatever their source, they have been found
// inductive before they are used, so the evidence is G and the invariants. One
// source are the interpolants themselves: a set that turned out too weak or too
// strong as a whole often has parts that are inductive.
//
// Invariant: start and reached are indexed by location; every state of
// 'reached' is k steps away from bad sinks, and its successors are in
// 'reached' unless they come from 'start'.
#include "engine/imc.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "base/unreachable.h"
#include "engine/lemma/auxiliary.h"
#include "engine/imc_query.h"

// A first phase may take this many seconds, a later one as long again as all
// that was before it.
#define FIRST_PHASE 1.0
// The search for errors has so many seconds and that share of the time.
#define BMC_FIRST 0.02
#define BMC_SHARE 0.25
// The step without invariants is tried for so many seconds.
#define STEP_FIRST 0.05

// Conflicts that one question of the inductive step may cost on the way; how
// often a bound is tried again because there are new invariants.
enum { STEP_CONFLICTS = 2000, MAX_RETRIES = 3 };

typedef enum {
  PHASE_PROVED,
  PHASE_TOO_WEAK, // a set of states was too large: the bound should grow
  PHASE_STOPPED,  // sinks that no proof excludes are reached
  PHASE_GAVE_UP   // limits, or an interpolation that failed
} phase_status;

typedef struct {
  inductive base;
  imc_query *query;
  auxiliary *auxiliary; // NULL: no auxiliary invariants are wanted
  strengthen_word strengthen;
  uint32_t locations;
  uint32_t bound;       // k
  uint32_t rounds;      // of the phase: steps from the entry so far
  term *start, *next;   // by location id; none: nothing new there
  term *reached;        // G, by location id
  const limits *limits; // of the phase
  double falsifying;    // seconds of bounded model checking
  uint32_t learned;     // auxiliary invariants since the last try of the bound
} imc;

// --- life ------------------------------------------------------------------

static void imc_open(imc *m) {
  m->strengthen = (strengthen_word)m->base.task.env->options->strengthen;
  m->query = imc_query_new(&m->base);
  m->locations = program_location_count(m->base.task.program) + 1;
  m->start = mem_alloc(sizeof *m->start * m->locations);
  m->next = mem_alloc(sizeof *m->next * m->locations);
  m->reached = mem_alloc(sizeof *m->reached * m->locations);
  if (m->strengthen != STRENGTHEN_NONE)
    m->auxiliary = auxiliary_new(&m->base);
}

static void imc_close(imc *m) {
  imc_query_free(m->query);
  auxiliary_free(m->auxiliary);
  mem_free(m->start);
  mem_free(m->next);
  mem_free(m->reached);
}

static void poll_invariants(imc *m) {
  if (m->auxiliary != NULL)
    m->learned += auxiliary_poll(m->auxiliary);
}

// --- a phase: one bound ------------------------------------------------------

static void start_phase(imc *m) {
  for (uint32_t l = 0; l < m->locations; l++) {
    m->start[l] = m->next[l] = TERM_NONE;
    m->reached[l] = term_false(m->base.tt);
  }
  m->start[program_entry(m->base.task.program).id] = term_true(m->base.tt);
  m->rounds = 0;
}

// Is the set within what is reached already?
static smt_status is_covered(imc *m, loc l, term set) {
  bool is_strengthened = m->strengthen == STRENGTHEN_FIXPOINT ||
                         m->strengthen == STRENGTHEN_INTERPOLANT;
  term questions[] = {set, term_not(m->base.tt, m->reached[l.id]),
                      is_strengthened ? m->base.invariant[l.id]
                                      : term_true(m->base.tt)};
  solver_set_limits(m->base.solver, m->limits);
  smt_status status = solver_check(m->base.solver, questions, 3);
  solver_set_limits(m->base.solver, &m->base.task.env->limits);
  if (status == SMT_UNSAT && !term_is_true(m->base.tt, questions[2]))
    m->base.task.env->stats->imc_changed += solver_failed(m->base.solver, 2);
  return status;
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
  term set;
  itp_status status =
      imc_query_ask(m->query, l, m->start, m->bound, m->limits, &set);
  if (status != ITP_FOUND)
    return explain_failure(m, status);
  switch (is_covered(m, l, set)) {
  case SMT_UNSAT:
    return PHASE_PROVED;
  case SMT_UNKNOWN:
    return PHASE_GAVE_UP;
  case SMT_SAT:
    break;
  }
  m->base.task.env->stats->imc_rounds++;
  if (m->auxiliary != NULL)
    auxiliary_learn(m->auxiliary, l, set);
  m->next[l.id] = set;
  m->reached[l.id] = term_or(m->base.tt, m->reached[l.id], set);
  *is_new = true;
  return PHASE_PROVED;
}

// From all starts to the sets of their successors.
static phase_status advance(imc *m, bool *is_new) {
  const loc_vec *heads = transition_heads(m->base.system);
  for (uint32_t i = 0; i < heads->len; i++) {
    phase_status status = advance_at(m, heads->data[i], is_new);
    if (status != PHASE_PROVED)
      return status;
  }
  term *old = m->start;
  m->start = m->next;
  m->next = old;
  for (uint32_t l = 0; l < m->locations; l++)
    m->next[l] = TERM_NONE;
  m->rounds++;
  return PHASE_PROVED;
}

static phase_status run_phase(imc *m) {
  limits share = limits_within(&m->base.task.env->limits,
                               FIRST_PHASE + inductive_elapsed(&m->base));
  m->limits = &share;
  start_phase(m);
  phase_status status = PHASE_PROVED;
  bool is_new = true;
  while (is_new && status == PHASE_PROVED) {
    is_new = false;
    status = advance(m, &is_new);
    poll_invariants(m);
    env_progress(m->base.task.env,
                 "imc: bound %" PRIu32 ", %" PRIu32 " sets of states", m->bound,
                 m->rounds);
  }
  m->limits = NULL;
  return status;
}

// --- the search --------------------------------------------------------------

// The inductive step alone, if it is cheap. Not where data-flow analysis is a
// helper: that its invariants exclude all errors by themselves would be its own
// proof, and what is compared there are the algorithms of the paper, which
// have no such step.
static bool try_step(imc *m, const limits *l) {
  if (m->base.task.env->options->df_role == DF_ROLE_HELPER)
    return false;
  if (inductive_step(&m->base, m->bound, NULL, l, STEP_CONFLICTS) !=
          STEP_HOLDS ||
      !inductive_base(&m->base))
    return false;
  inductive_prove(&m->base, inductive_least_k(&m->base, m->bound), NULL);
  return true;
}

// One phase. True: the search is over.
static bool try_phase(imc *m) {
  stats *s = m->base.task.env->stats;
  if (s->imc_bound < m->bound)
    s->imc_bound = m->bound;
  switch (run_phase(m)) {
  case PHASE_PROVED:
    inductive_prove(&m->base, 1, m->reached);
    return true;
  case PHASE_STOPPED:
    m->base.is_hopeless = true;
    return false;
  case PHASE_TOO_WEAK:
    // Every state that m->rounds steps from the entry lead to is 'bound' steps
    // away from bad sinks.
    bmc_exclude(m->base.falsifier, m->rounds + m->bound);
    return false;
  case PHASE_GAVE_UP:
    return false;
  }
  UNREACHABLE();
}

// True: the search is over. A bound that failed is worth another try if the
// interpolants that it had led to new invariants.
static bool try_bound(imc *m) {
  // Many programs need no invariants at all, and should not wait for them.
  const limits *all = &m->base.task.env->limits;
  limits moment = limits_within(all, STEP_FIRST);
  if (m->bound == 1 && try_step(m, &moment))
    return true;
  poll_invariants(m);
  for (int retry = 0; retry <= MAX_RETRIES; retry++) {
    m->learned = 0;
    if (try_step(m, all))
      return true;
    if (m->base.is_hopeless || try_phase(m))
      return !m->base.is_hopeless;
    poll_invariants(m);
    if (m->learned == 0)
      break;
  }
  return false;
}

// Bounded model checking searches one frame more than the bound at least: the
// step from the entry to a head is one of them. It has a part of the time
// besides, so that it is not kept from errors, or ends of loops, far beyond;
// and a little before all else, since loops that only count are evaluated at
// once. (With --unwind it may not run ahead: it would end the search too
// early.)
static bool search_errors(imc *m) {
  bool is_ahead = m->base.task.env->options->unwind == 0;
  bool is_going = true;
  do {
    double start = timer_start();
    is_going = bmc_step(m->base.falsifier);
    timer_stop(&m->falsifying, start);
  } while (
      is_going &&
      (bmc_frame(m->base.falsifier) <= m->bound ||
       (is_ahead &&
        m->falsifying < BMC_FIRST + BMC_SHARE * inductive_elapsed(&m->base))));
  return is_going;
}

result *imc_run(const engine_task *task) {
  imc m = {0};
  bool is_going = inductive_init(&m.base, task, "imc");
  if (is_going)
    imc_open(&m);
  while (is_going) {
    m.bound++;
    is_going = search_errors(&m);
    if (is_going && !m.base.is_hopeless)
      is_going = !try_bound(&m);
  }
  imc_close(&m);
  return inductive_end(&m.base);
}
