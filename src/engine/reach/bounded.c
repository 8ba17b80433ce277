// SPDX-License-Identifier: Apache-2.0
// Each bound begins with what is cheap: the search for errors, which has a
// fixed share of the time, and the inductive step, which may cost a small
// number of conflicts. The engine's own phase comes last, for at most as long
// as everything before it, so that one hard bound does not cost all bounds
// behind it. If the phase's interpolants led to new auxiliary invariants, the
// same bound is tried again before it grows.
#include "engine/reach/bounded.h"

#include <assert.h>

#include "base/mem.h"
#include "base/unreachable.h"

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

bool bounded_init(bounded *b, const engine_task *task, const char *name) {
  *b = (bounded){.locations = program_location_count(task->program) + 1};
  if (!inductive_init(&b->base, task, name))
    return false;
  b->locations = program_location_count(b->base.task.program) + 1;
  b->strengthen = (strengthen_word)task->env->options->strengthen;
  if (b->strengthen != STRENGTHEN_NONE)
    b->auxiliary = auxiliary_new(&b->base.known);
  return true;
}

result *bounded_end(bounded *b) {
  auxiliary_free(b->auxiliary);
  return inductive_end(&b->base);
}

void bounded_poll(bounded *b) {
  if (b->auxiliary != NULL)
    b->learned += auxiliary_poll(b->auxiliary);
}

term *bounded_table(const bounded *b, term each) {
  term *table = mem_alloc(sizeof *table * b->locations);
  for (uint32_t l = 0; l < b->locations; l++)
    table[l] = each;
  return table;
}

smt_status bounded_covers(bounded *b, loc l, term set, term other) {
  terms *tt = b->base.tt;
  bool is_strengthened = b->strengthen == STRENGTHEN_FIXPOINT ||
                         b->strengthen == STRENGTHEN_INTERPOLANT;
  term questions[] = {set, term_not(tt, other),
                      is_strengthened ? b->base.invariant[l.id]
                                      : term_true(tt)};
  const limits *all = &b->base.task.env->limits;
  solver_set_limits(b->base.solver, b->limits != NULL ? b->limits : all);
  smt_status status = solver_check(b->base.solver, questions, 3);
  solver_set_limits(b->base.solver, all);
  if (status == SMT_UNSAT && !term_is_true(tt, questions[2]))
    b->base.task.env->stats->imc_changed += solver_failed(b->base.solver, 2);
  return status;
}

term bounded_outside(const inductive *i, loc l) {
  bool is_bad = i->task.env->options->strengthen == STRENGTHEN_PROPERTY;
  return is_bad ? term_not(i->tt, i->invariant[l.id]) : term_false(i->tt);
}

void bounded_add_set(bounded *b, loc l, term set) {
  b->base.task.env->stats->imc_rounds++;
  if (b->auxiliary != NULL)
    auxiliary_learn(b->auxiliary, l, set);
}

// --- one bound ---------------------------------------------------------------

// The inductive step alone, if it is cheap. Not where data-flow analysis is a
// helper: that its invariants exclude all errors by themselves would be its own
// proof, and what is compared there are the algorithms of the papers, which
// have no such step.
static bool try_step(bounded *b, const limits *l) {
  if (b->base.task.env->options->df_role == DF_ROLE_HELPER)
    return false;
  if (inductive_step(&b->base, b->bound, NULL, l, STEP_CONFLICTS) !=
          STEP_HOLDS ||
      !inductive_base(&b->base))
    return false;
  inductive_prove(&b->base, inductive_least_k(&b->base, b->bound), NULL);
  return true;
}

// True: the search is over.
static bool try_phase(bounded *b, phase_status (*phase)(void *), void *data) {
  stats *s = b->base.task.env->stats;
  if (s->imc_bound < b->bound)
    s->imc_bound = b->bound;
  limits share = limits_within(&b->base.task.env->limits,
                               FIRST_PHASE + inductive_elapsed(&b->base));
  b->limits = &share;
  phase_status status = phase(data);
  b->limits = NULL;
  b->base.is_hopeless |= status == PHASE_STOPPED;
  return status == PHASE_PROVED;
}

// True: the search is over. A bound that failed is worth another try if the
// interpolants that it had led to new invariants.
static bool try_bound(bounded *b, phase_status (*phase)(void *), void *data) {
  // Many programs need no invariants at all, and should not wait for them.
  const limits *all = &b->base.task.env->limits;
  limits moment = limits_within(all, STEP_FIRST);
  if (b->bound == 1 && try_step(b, &moment))
    return true;
  bounded_poll(b);
  for (int retry = 0; retry <= MAX_RETRIES; retry++) {
    b->learned = 0;
    if (try_step(b, all))
      return true;
    if (b->base.is_hopeless)
      return false;
    if (try_phase(b, phase, data))
      return true;
    bounded_poll(b);
    if (b->learned == 0 || b->base.is_hopeless)
      break;
  }
  return false;
}

// --- the search --------------------------------------------------------------

// Bounded model checking searches one frame more than the bound at least: the
// step from the entry to a head is one of them. It has a part of the time
// besides, so that it is not kept from errors, or ends of loops, far beyond;
// and a little before all else, since loops that only count are evaluated at
// once. (With --unwind it may not run ahead: it would end the search too
// early.)
static bool search_errors(bounded *b) {
  bool is_ahead = b->base.task.env->options->unwind == 0;
  bool is_going = true;
  do {
    double start = timer_start();
    is_going = bmc_step(b->base.falsifier);
    timer_stop(&b->falsifying, start);
  } while (
      is_going &&
      (bmc_frame(b->base.falsifier) <= b->bound ||
       (is_ahead &&
        b->falsifying < BMC_FIRST + BMC_SHARE * inductive_elapsed(&b->base))));
  return is_going;
}

void bounded_search(bounded *b, phase_status (*phase)(void *data), void *data) {
  bool is_going = true;
  while (is_going) {
    b->bound++;
    is_going = search_errors(b);
    if (is_going && !b->base.is_hopeless)
      is_going = !try_bound(b, phase, data);
  }
}

typedef struct {
  bounded *b;
  phase_status (*deepen)(void *data);
  void *data;
} deepening;

static phase_status deepen_to_bound(void *data) {
  const deepening *d = data;
  phase_status status = PHASE_TOO_WEAK;
  while (status == PHASE_TOO_WEAK && d->b->depth <= d->b->bound)
    status = d->deepen(d->data);
  return status;
}

void bounded_deepen(bounded *b, phase_status (*deepen)(void *), void *data) {
  deepening d = {b, deepen, data};
  bounded_search(b, deepen_to_bound, &d);
}
