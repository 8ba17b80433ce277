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
// Invariant: start and reached are indexed by location; every state of
// 'reached' is k steps away from bad sinks, and its successors are in
// 'reached' unless they come from 'start'.
#include "engine/imc.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "engine/inductive.h"
#include "interpolate/interpolate.h"
#include "term/walk.h"

// A first phase may take this many seconds, a later one as long again as all
// that was before it.
#define FIRST_PHASE 1.0

// Conflicts that one question of the inductive step may cost on the way.
enum { STEP_CONFLICTS = 2000 };

enum { GROUP_BEFORE, GROUP_AFTER, GROUP_COUNT };

typedef enum {
  PHASE_PROVED,
  PHASE_TOO_WEAK, // a set of states was too large: the bound should grow
  PHASE_STOPPED,  // sinks that no proof excludes are reached
  PHASE_GAVE_UP   // limits, or an interpolation that failed
} phase_status;

typedef struct {
  inductive base;
  const itp_procedure *procedure;
  interpolator **interpolators; // by location id; NULL: not asked yet
  uint32_t locations;
  uint32_t bound;       // k
  uint32_t rounds;      // of the phase: steps from the entry so far
  term *start, *next;   // by location id; none: nothing new there
  term *reached;        // G, by location id
  const limits *limits; // of the phase
} imc;

// --- life ------------------------------------------------------------------

static const itp_procedure *choose_procedure(const env *e) {
  strbuf name = {0};
  options_print_choice("interpolation", e->options->interpolation, &name);
  const itp_procedure *found = itp_procedure_find(strbuf_text(&name));
  strbuf_free(&name);
  assert(found != NULL && "every choice should be a procedure");
  return found;
}

static void imc_open(imc *m) {
  m->procedure = choose_procedure(m->base.task.env);
  m->locations = program_location_count(m->base.task.program) + 1;
  m->interpolators = mem_alloc(sizeof *m->interpolators * m->locations);
  m->start = mem_alloc(sizeof *m->start * m->locations);
  m->next = mem_alloc(sizeof *m->next * m->locations);
  m->reached = mem_alloc(sizeof *m->reached * m->locations);
}

static void imc_close(imc *m) {
  for (uint32_t l = 0; m->interpolators != NULL && l < m->locations; l++)
    itp_free(m->interpolators[l]);
  mem_free(m->interpolators);
  mem_free(m->start);
  mem_free(m->next);
  mem_free(m->reached);
}

// --- one interpolant ---------------------------------------------------------

static interpolator *interpolator_at(imc *m, loc l) {
  interpolator **ip = &m->interpolators[l.id];
  if (*ip == NULL) {
    *ip = itp_new(m->procedure, m->base.task.env, m->base.tt);
    for (int g = 0; g < GROUP_COUNT; g++)
      itp_add_group(*ip);
  }
  return *ip;
}

// The variables of the program that a formula over the state at a head has.
static void state_variables(const imc *m, term formula, term_vec *out) {
  const program *p = m->base.task.program;
  term_set seen = {0};
  term_vec all = {0};
  term_variables(m->base.tt, &formula, 1, &seen, &all);
  for (uint32_t i = 0; i < all.len; i++)
    if (program_variable_of(p, all.data[i]).id != 0)
      vec_push(out, all.data[i]);
  vec_free(&all);
  term_set_free(&seen);
}

// What arrives at l, over the variables that matter there.
static term arrivals(imc *m, loc l, term bad) {
  term_vec variables = {0};
  state_variables(m, bad, &variables);
  term image = transition_image(m->base.system, l, m->start, &variables);
  vec_free(&variables);
  return image;
}

// A set that contains what arrives at l and is k steps away from bad sinks.
static itp_status interpolate(imc *m, loc l, term *out) {
  if (!transition_unroll(m->base.system, l, m->bound, m->limits))
    return ITP_GAVE_UP;
  term bad = transition_bad_within(m->base.system, l, m->bound);
  term image = arrivals(m, l, bad);
  if (term_is_false(m->base.tt, image) || term_is_false(m->base.tt, bad)) {
    *out = term_bool(m->base.tt, !term_is_false(m->base.tt, image));
    return ITP_FOUND;
  }
  interpolator *ip = interpolator_at(m, l);
  itp_set_limits(ip, m->limits);
  itp_clear_group(ip, GROUP_BEFORE);
  itp_clear_group(ip, GROUP_AFTER);
  itp_assert(ip, GROUP_BEFORE, image);
  itp_assert(ip, GROUP_AFTER, bad);
  uint32_t cut = GROUP_AFTER;
  return itp_check(ip, &cut, 1, out);
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
  term questions[] = {set, term_not(m->base.tt, m->reached[l.id])};
  solver_set_limits(m->base.solver, m->limits);
  smt_status status = solver_check(m->base.solver, questions, 2);
  solver_set_limits(m->base.solver, &m->base.task.env->limits);
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
  itp_status status = interpolate(m, l, &set);
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
    env_progress(m->base.task.env,
                 "imc: bound %" PRIu32 ", %" PRIu32 " sets of states", m->bound,
                 m->rounds);
  }
  m->limits = NULL;
  return status;
}

// --- the search --------------------------------------------------------------

static bool try_step(imc *m) {
  if (inductive_step(&m->base, m->bound, NULL, &m->base.task.env->limits,
                     STEP_CONFLICTS) != STEP_HOLDS ||
      !inductive_base(&m->base))
    return false;
  inductive_prove(&m->base, m->bound, NULL);
  return true;
}

// True: the search is over.
static bool try_bound(imc *m) {
  stats *s = m->base.task.env->stats;
  if (try_step(m))
    return true;
  if (m->base.is_hopeless)
    return false;
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
    // Every state that m->rounds - 1 steps from the entry lead to is 'bound'
    // steps away from bad sinks.
    bmc_exclude(m->base.falsifier, m->rounds + m->bound);
    return false;
  case PHASE_GAVE_UP:
    return false;
  }
  return false;
}

// Bounded model checking has searched one frame more than the bound: the step
// from the entry to a head is one of them.
result *imc_run(const engine_task *task) {
  imc m = {0};
  bool is_going = inductive_init(&m.base, task, "imc");
  if (is_going)
    imc_open(&m);
  while (is_going) {
    is_going = bmc_step(m.base.falsifier);
    m.bound = bmc_frame(m.base.falsifier) - 1;
    if (is_going && m.bound >= 1 && !m.base.is_hopeless)
      is_going = !try_bound(&m);
  }
  imc_close(&m);
  return inductive_end(&m.base);
}
