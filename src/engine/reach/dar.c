// SPDX-License-Identifier: Apache-2.0
// Dual approximated reachability.
//
// Y. Vizel, O. Grumberg, S. Shoham: "Intertwined Forward-Backward Reachability
// Analysis Using Interpolants" (TACAS 2013), with auxiliary invariants as imc
// has them.
//
// Forward frame i contains what i steps from the entry lead to, and its
// successors are in forward frame i + 1. Backward frame j contains the states
// from which j steps lead to a bad sink; what leads into it is in backward
// frame j + 1. Together the n of each kind exclude all paths of n + 1 steps: at
// one place at least, forward frame i and backward frame n + 1 - i have nothing
// in common, and so on at all other places.
//
// Paths of n + 2 steps are excluded, too, if some forward frame i has no step
// into backward frame n + 1 - i: such a place is looked for first, with
// questions about one step. Interpolants of one step each carry
// the exclusion from there to both ends. Only if there is no such place, paths
// from the entry are unrolled: as few steps as possible, with a backward frame
// as their end (engine/reach/sequence.h), so the interpolants make the forward
// frames smaller and there is a place.
//
// Once a frame lies within the union of those before it there is a proof: the
// union of forward frames is closed under steps; and so are the states in none
// of the backward frames.
//
// Invariant: there are as many backward frames as forward frames ('depth' - 1).
// For 1 <= i < depth, no state is in forward frame i and in backward frame
// depth
// - i, and backward frame 1 has all states from which a step leads to a bad
// sink. (Relative to the auxiliary invariants, everywhere.) Where a question
// gave up half way, the frames may be smaller than that needs, but are frames.
#include "engine/reach/dar.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/unreachable.h"
#include "engine/reach/frames.h"
#include "engine/reach/imc_query.h"
#include "engine/reach/sequence.h"

typedef struct {
  bounded base;
  imc_query *query;
  sequence *sequence;
  frames forward, backward;
  term *covering; // by location: a union of frames
} dar;

static terms *terms_of(const dar *m) { return m->base.base.tt; }

static const term *forward_at(const dar *m, uint32_t i) {
  return frames_at(&m->forward, i);
}

// What is 'distance' steps ahead of bad sinks; NULL: the sinks.
static const term *backward_at(const dar *m, uint32_t distance) {
  return distance == 0 ? NULL : frames_at(&m->backward, distance);
}

// --- one step ----------------------------------------------------------------

// Taking e leads into the states (NULL: bad sinks): a formula over the state
// and the inputs before.
static term leads_into(const dar *m, edge e, const term *states) {
  const inductive *i = &m->base.base;
  const program *p = i->task.program;
  loc to = program_edge_to(p, e);
  bool is_sink = loc_is_sink(program_kind(p, to));
  term there = term_false(i->tt);
  if (states == NULL)
    there = is_sink ? term_bool(i->tt, loc_is_bad(program_kind(p, to)))
                    : bounded_outside(i, to);
  else if (!is_sink)
    there = states[to.id];
  return transition_take(i->system, e, there);
}

static term some_step_into(const dar *m, loc from, const term *states) {
  const edge_vec *out = program_out_edges(m->base.base.task.program, from);
  term any = term_false(terms_of(m));
  for (uint32_t n = 0; n < out->len; n++)
    any = term_or(terms_of(m), any, leads_into(m, out->data[n], states));
  return any;
}

// Is there a step from forward frame i into the states?
static smt_status ask_step(dar *m, uint32_t i, const term *states) {
  const inductive *base = &m->base.base;
  const loc_vec *heads = transition_heads(base->system);
  smt_status status = SMT_UNSAT;
  solver_set_limits(base->solver, m->base.limits);
  for (uint32_t n = 0; status == SMT_UNSAT && n < heads->len; n++) {
    loc l = heads->data[n];
    bool is_known = m->base.strengthen == STRENGTHEN_INTERPOLANT;
    term questions[] = {forward_at(m, i)[l.id], some_step_into(m, l, states),
                        is_known ? base->invariant[l.id]
                                 : term_true(terms_of(m))};
    status = solver_check(base->solver, questions, 3);
  }
  solver_set_limits(base->solver, &base->task.env->limits);
  return status;
}

// --- from one place to both ends ---------------------------------------------
// Place i of a path of 'length' steps: i steps behind the entry.

// Forward frame i, which is length - i steps ahead of nothing bad.
static itp_status restrict_forward(dar *m, uint32_t i, uint32_t length) {
  const loc_vec *heads = transition_heads(m->base.base.system);
  const term *ahead = backward_at(m, length - i);
  for (uint32_t n = 0; n < heads->len; n++) {
    loc l = heads->data[n];
    term set;
    itp_status status = imc_query_image(m->query, l, forward_at(m, i - 1),
                                        ahead[l.id], m->base.limits, &set);
    if (status != ITP_FOUND)
      return status;
    frames_restrict(&m->forward, i, l, set);
    bounded_add_set(&m->base, l, set);
  }
  return ITP_FOUND;
}

// Backward frame length - i, of which nothing is i steps behind the entry.
static itp_status restrict_backward(dar *m, uint32_t i, uint32_t length) {
  const loc_vec *heads = transition_heads(m->base.base.system);
  const term *states = backward_at(m, length - i - 1);
  for (uint32_t n = 0; n < heads->len; n++) {
    loc l = heads->data[n];
    term set;
    itp_status status =
        imc_query_preimage(m->query, l, forward_at(m, i)[l.id],
                           some_step_into(m, l, states), m->base.limits, &set);
    if (status != ITP_FOUND)
      return status;
    frames_restrict(&m->backward, length - i, l, set);
    bounded_add_set(&m->base, l, term_not(terms_of(m), set));
  }
  return ITP_FOUND;
}

// Forward frame 'place' has no step into what is length - place - 1 steps ahead
// of bad sinks.
static phase_status spread(dar *m, uint32_t place, uint32_t length) {
  itp_status status = ITP_FOUND;
  for (uint32_t i = place + 1; status == ITP_FOUND && i < length; i++)
    status = restrict_forward(m, i, length);
  for (uint32_t i = place; status == ITP_FOUND && i >= 1; i--)
    status = restrict_backward(m, i, length);
  // What invariants exclude may come back in a query that is asked without.
  return status == ITP_FOUND ? PHASE_TOO_WEAK : PHASE_GAVE_UP;
}

// --- places ------------------------------------------------------------------

// The last place before which a path of that length can be cut; 0: none.
static uint32_t find_place(dar *m, uint32_t length) {
  for (uint32_t i = length - 2; i >= 1 && length > 2; i--)
    if (ask_step(m, i, backward_at(m, length - i - 1)) == SMT_UNSAT)
      return i;
  return 0;
}

static void take_sequence(dar *m, uint32_t steps) {
  const loc_vec *heads = transition_heads(m->base.base.system);
  for (uint32_t i = 1; i < steps; i++)
    for (uint32_t n = 0; n < heads->len; n++) {
      loc l = heads->data[n];
      term set = sequence_at(m->sequence, i, l);
      frames_restrict(&m->forward, i, l, set);
      bounded_add_set(&m->base, l, set);
    }
}

// Unrolls from the entry, into backward frames ever closer to bad sinks. The
// place that this makes, or 0 and why there is none.
static uint32_t make_place(dar *m, uint32_t length, phase_status *why) {
  for (uint32_t steps = 2; steps <= length; steps++) {
    const term *ends = backward_at(m, length - steps);
    itp_status status = sequence_ask(m->sequence, steps, ends, m->base.limits);
    if (status == ITP_FOUND) {
      take_sequence(m, steps);
      return steps - 1;
    }
    // The paths of full length are those of the program.
    *why = status == ITP_SAT ? PHASE_STOPPED : PHASE_GAVE_UP;
    if (status == ITP_GAVE_UP)
      break;
  }
  return 0;
}

// --- a bound -----------------------------------------------------------------

// Only frames are compared of which nothing leads to bad sinks.
static phase_status find_fixed_point(dar *m) {
  smt_status ahead = frames_find_covered(&m->forward, m->covering);
  smt_status behind = ahead;
  if (ahead == SMT_SAT) {
    behind = frames_find_covered(&m->backward, m->covering);
    for (uint32_t l = 0; l < m->base.locations; l++)
      m->covering[l] = term_not(terms_of(m), m->covering[l]);
  }
  if (behind == SMT_UNKNOWN)
    return PHASE_GAVE_UP;
  if (behind == SMT_SAT)
    return PHASE_TOO_WEAK;
  inductive_prove(&m->base.base, 1, m->covering);
  return PHASE_PROVED;
}

// The first bound: no step leads from the entry to a bad sink.
static phase_status begin(dar *m) {
  switch (sequence_ask(m->sequence, 1, NULL, m->base.limits)) {
  case ITP_GAVE_UP:
    return PHASE_GAVE_UP;
  case ITP_SAT:
    return PHASE_STOPPED;
  case ITP_FOUND:
    m->base.depth = 1;
    return PHASE_TOO_WEAK;
  }
  UNREACHABLE();
}

static phase_status go_deeper(void *data) {
  dar *m = data;
  if (m->base.depth == 0)
    return begin(m);
  uint32_t length = m->base.depth + 1;
  while (frames_count(&m->forward) < length - 1) {
    frames_add(&m->forward);
    frames_add(&m->backward);
  }
  phase_status status = PHASE_GAVE_UP;
  uint32_t place = find_place(m, length);
  if (place == 0)
    place = make_place(m, length, &status);
  if (place > 0)
    status = spread(m, place, length);
  if (status != PHASE_TOO_WEAK)
    return status;
  m->base.depth = length;
  env_progress(m->base.base.task.env, "dar: bound %" PRIu32, length);
  return find_fixed_point(m);
}

static void search(dar *m) {
  m->query = imc_query_new(&m->base.base);
  m->sequence = sequence_new(&m->base.base);
  frames_init(&m->forward, &m->base);
  frames_init(&m->backward, &m->base);
  m->covering = bounded_table(&m->base, TERM_NONE);
  bounded_deepen(&m->base, go_deeper, m);
  imc_query_free(m->query);
  sequence_free(m->sequence);
  frames_clear(&m->forward);
  frames_clear(&m->backward);
  mem_free(m->covering);
}

result *dar_run(const engine_task *task) {
  dar m = {0};
  if (bounded_init(&m.base, task, "dar"))
    search(&m);
  return bounded_end(&m.base);
}
