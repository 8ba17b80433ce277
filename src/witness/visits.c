// SPDX-License-Identifier: Apache-2.0
// A bounded program without inputs has one execution. The states of its visits
// to a loop head, one after the other, are an invariant by themselves: each
// leads to the next, and the last one out. No engine looks for such
// invariants, because they grow with the number of rounds; for a short loop
// whose arithmetic has no simple law they are all there is.
#include "witness/visits.h"

#include <assert.h>

#include "base/mem.h"
#include "program/loops.h"
#include "program/run.h"

enum { MOST_VISITS = 400, MOST_STEPS = 1000000 };

typedef struct {
  witness_context *c;
  const program *program;
  const loops *loops;
  bool *is_assigned; // by variable id
  term *states;      // by location id: those seen; none: not visited
  uint32_t visits;
  bool is_fine;
} recorder;

static void note_visit(recorder *r, loc l, evaluator *state) {
  terms *tt = program_terms(r->program);
  bool is_loop;
  witness_place place;
  if (!places_of(r->c->places, l, &is_loop, &place))
    return;
  name_place at = {l, places_seen_from(r->c->places, &place, is_loop)};
  term here = term_true(tt);
  for (uint32_t i = 1; i <= program_variable_count(r->program); i++) {
    term v = program_variable_term(r->program, (var){i});
    value now = eval_get(state, v);
    if (!r->is_assigned[i] || now.kind != VALUE_BV)
      continue;
    term equation = term_eq_make(tt, v, term_value(tt, now));
    if (invariants_can_say(r->c, equation, at))
      here = term_and(tt, here, equation);
  }
  term *seen = &r->states[l.id];
  *seen = term_is_none(*seen) ? here : term_or(tt, *seen, here);
}

static bool note_step(void *data, edge e, evaluator *state) {
  recorder *r = data;
  loc to = program_edge_to(r->program, e);
  if (program_edge_block(r->program, e)->input_count > 0)
    return r->is_fine = false;
  if (!r->loops->is_head[to.id])
    return true;
  if (++r->visits > MOST_VISITS)
    return r->is_fine = false;
  note_visit(r, to, state);
  return true;
}

static value no_input(void *data, loc at, term input) {
  (void)data;
  (void)at;
  (void)input;
  return (value){.kind = VALUE_NONE};
}

static void find_assigned(recorder *r) {
  for (uint32_t i = 1; i <= program_edge_count(r->program); i++) {
    const block *b = program_edge_block(r->program, (edge){i});
    for (uint32_t k = 0; k < b->assignment_count; k++)
      r->is_assigned[b->assignments[k].target.id] = true;
  }
}

bool visits_label(witness_context *c, const program *sliced, const limits *l,
                  proof *out) {
  assert(program_location_count(sliced) == program_location_count(c->program));
  loops *found = loops_find(sliced);
  uint32_t n = program_location_count(sliced);
  recorder r = {.c = c, .program = sliced, .loops = found, .is_fine = true};
  r.is_assigned =
      mem_alloc((program_variable_count(sliced) + 1u) * sizeof *r.is_assigned);
  r.states = mem_alloc((n + 1u) * sizeof *r.states);
  find_assigned(&r);
  run_hooks hooks = {.input = no_input, .step = note_step, .data = &r};
  run_outcome end = program_run(sliced, &hooks, MOST_STEPS, l);
  bool ok = r.is_fine && end.end != RUN_STOPPED;
  for (uint32_t i = 1; ok && i <= n; i++)
    if (!term_is_none(r.states[i]))
      vec_push(&out->labels, ((proof_label){(loc){i}, r.states[i]}));
  mem_free(r.is_assigned);
  mem_free(r.states);
  loops_free(found);
  return ok;
}
