// SPDX-License-Identifier: Apache-2.0
// The refinement of precision from round to round.
//
// D. Beyer, P.-C. Chien, N.-Z. Lee: "CPA-DF: A Tool for Configurable Interval
// Analysis to Boost Program Verification" (ASE 2023) and D. Beyer, M. Dangl, P.
// Wendler: "Boosting k-Induction with Continuously-Refined Invariants" (CAV
// 2015): each round starts from scratch with a finer precision, so that a weak
// result is there at once and a strong one later. The first round has one
// interval per variable; the next ones more of them, longer joins before
// widening, and more case distinctions.
#include "domain/schedule.h"

#include <assert.h>

#include "base/mem.h"
#include "domain/facts.h"
#include "term/subst.h"

typedef struct {
  fixpoint_effort effort;
} precision;

static const precision PRECISIONS[] = {
    {{.effort = {.arcs = 1, .cone = 24, .cases = 4, .passes = 2},
      .joins = 2,
      .stops = 4,
      .narrowings = 2,
      .cells = 1,
      .pieces = 1}},
    {{.effort = {.arcs = 4, .cone = 128, .cases = 8, .passes = 3},
      .joins = 4,
      .stops = 8,
      .narrowings = 3,
      .cells = 1,
      .pieces = 1}},
};

struct schedule {
  flow *flow;
  wto order;
  patience patience;
  arena *mem; // of the round: tapes, slots
  tape *tapes;
  term_vec slots;
  VEC(vtype) types;
  fixpoint result;
  bool has_result;
  uint32_t round;
  uint64_t steps;
};

schedule *schedule_new(const program *p, patience limit) {
  schedule *s = mem_alloc(sizeof *s);
  s->flow = flow_new(p);
  s->patience = limit;
  s->mem = arena_new();
  s->tapes = mem_alloc(sizeof *s->tapes * (s->flow->edge_count + 1));
  wto_init(&s->order, s->flow);
  return s;
}

static void forget_round(schedule *s) {
  if (s->has_result)
    fixpoint_clear(&s->result);
  s->has_result = false;
  for (uint32_t i = 0; i < s->flow->edge_count; i++) {
    tape_clear(&s->tapes[i]);
    s->tapes[i] = (tape){0};
  }
  vec_clear(&s->slots);
  vec_clear(&s->types);
  arena_reset(s->mem);
}

void schedule_free(schedule *s) {
  forget_round(s);
  wto_clear(&s->order);
  flow_free(s->flow);
  mem_free(s->tapes);
  vec_free(&s->slots);
  vec_free(&s->types);
  arena_free(s->mem);
  mem_free(s);
}

// --- a round ----------------------------------------------------------------

static void list_slots(schedule *s, tape_writer *w) {
  for (uint32_t i = 0; i < s->flow->variable_count; i++) {
    term v = s->flow->variables[i];
    term_map_put(&w->slots, v, i);
    vec_push(&s->slots, v);
    vec_push(&s->types, vtype_of(s->flow->tt, term_sort(s->flow->tt, v)));
  }
}

static void write_tape(schedule *s, tape_writer *w, uint32_t i) {
  const flow_edge *e = &s->flow->edges[i];
  tape *t = &s->tapes[i];
  tape_begin(w, t);
  t->guard = tape_write(w, t, e->guard);
  for (uint32_t j = 0; j < e->assignment_count; j++) {
    const flow_assignment *a = &e->assignments[j];
    tape_output out = {a->variable, tape_write(w, t, a->value)};
    vec_push(&t->outputs, out);
  }
}

static bool write_tapes(schedule *s) {
  tape_writer w = {.tt = s->flow->tt, .mem = s->mem};
  list_slots(s, &w);
  bool ok = true;
  for (uint32_t i = 0; i < s->flow->edge_count && ok; i++) {
    write_tape(s, &w, i);
    ok = !s->patience.is_over(s->patience.data);
  }
  tape_writer_clear(&w);
  return ok;
}

round_end schedule_round(schedule *s) {
  uint32_t last = sizeof PRECISIONS / sizeof *PRECISIONS - 1;
  assert(s->round <= last && "no round should follow the last");
  forget_round(s);
  if (!write_tapes(s))
    return ROUND_STOPPED;
  fixpoint_task task = {.flow = s->flow,
                        .order = &s->order,
                        .tapes = s->tapes,
                        .types = s->types.data,
                        .slot_count = s->types.len,
                        .effort = PRECISIONS[s->round].effort,
                        .patience = s->patience};
  bool is_complete = fixpoint_run(&s->result, &task);
  s->has_result = true;
  s->steps += s->result.steps;
  if (!is_complete)
    return ROUND_STOPPED;
  bool is_last = s->round == last || schedule_is_proof(s);
  s->round++;
  return is_last ? ROUND_LAST : ROUND_DONE;
}

bool schedule_is_proof(const schedule *s) {
  assert(s->has_result);
  return !s->result.reaches_bad;
}

terms *schedule_invariants(const schedule *s, term *out) {
  assert(s->has_result);
  const flow *f = s->flow;
  terms *tt = terms_new();
  term_copier *c = term_copier_new(f->tt, tt);
  term_vec slots = {0};
  for (uint32_t i = 0; i < s->slots.len; i++)
    vec_push(&slots, term_copier_copy(c, s->slots.data[i]));
  for (uint32_t l = 1; l <= f->location_count; l++)
    out[l] = f->is_sink[l] ? term_true(tt)
                           : facts_of_location(&s->result, tt, slots.data, l);
  vec_free(&slots);
  term_copier_free(c);
  return tt;
}

uint64_t schedule_steps(const schedule *s) { return s->steps; }

uint32_t schedule_locations(const schedule *s) {
  return s->flow->location_count;
}
