// SPDX-License-Identifier: Apache-2.0
// The refinement of precision from round to round.
//
// D. Beyer, P.-C. Chien, N.-Z. Lee: "CPA-DF: A Tool for Configurable Interval
// Analysis to Boost Program Verification" (ASE 2023) and D. Beyer, M. Dangl, P.
// Wendler: "Boosting k-Induction with Continuously-Refined Invariants" (CAV
// 2015): each round starts from scratch with a finer precision, so that a weak
// result is there at once and a strong one later. The first round has one
// interval per variable; the next ones more of them, tracked expressions,
// longer joins before widening, more case distinctions, and key variables whose
// values are told apart.
#include "domain/refinement.h"

#include <assert.h>

#include "base/mem.h"
#include "domain/facts.h"
#include "term/subst.h"

typedef struct {
  fixpoint_effort effort;
  uint32_t expressions;   // tracked at most
  uint32_t depth;         // operations in one of their atoms
  uint32_t substitutions; // how often blocks may make new ones
  uint32_t keys;          // variables whose values are told apart, at most
} precision;

static const precision PRECISIONS[] = {
    {{.effort = {.arcs = 1, .cone = 24, .cases = 4, .passes = 2},
      .joins = 2,
      .stops = 4,
      .narrowings = 2,
      .cells = 1,
      .pieces = 1},
     .expressions = 0},
    {{.effort = {.arcs = 2, .cone = 64, .cases = 8, .passes = 3},
      .joins = 3,
      .stops = 6,
      .narrowings = 3,
      .cells = 1,
      .pieces = 1},
     .expressions = 32,
     .depth = 1,
     .substitutions = 0},
    {{.effort = {.arcs = 4, .cone = 128, .cases = 8, .passes = 3},
      .joins = 4,
      .stops = 8,
      .narrowings = 3,
      .cells = 16,
      .pieces = 16},
     .expressions = 32,
     .depth = 4,
     .substitutions = 1,
     .keys = 2},
    {{.effort = {.arcs = 8, .cone = 512, .cases = 16, .passes = 4},
      .joins = 12,
      .stops = 16,
      .narrowings = 4,
      .cells = 64,
      .pieces = 64},
     .expressions = 64,
     .depth = 8,
     .substitutions = 2,
     .keys = 6},
    {{.effort = {.arcs = 8, .cone = 2048, .cases = 64, .passes = 6},
      .joins = 40,
      .stops = 32,
      .narrowings = 6,
      .cells = 512,
      .pieces = 256},
     .expressions = 160,
     .depth = 16,
     .substitutions = 3,
     .keys = 16},
};

struct refinement {
  flow *flow;
  wto order;
  patience patience;
  arena *mem; // of the round: tapes, slots
  tape *tapes;
  term_vec slots;
  VEC(vtype) types;
  tracked tracked;
  VEC(uint32_t) keys;
  fixpoint result;
  bool has_result;
  uint32_t round;
  uint64_t steps;
};

refinement *refinement_new(const program *p, patience limit) {
  assert(limit.is_over != NULL);
  refinement *s = mem_alloc(sizeof *s);
  s->flow = flow_new(p);
  s->patience = limit;
  s->mem = arena_new();
  s->tapes = mem_alloc(sizeof *s->tapes * (s->flow->edge_count + 1));
  wto_init(&s->order, s->flow);
  return s;
}

static void forget_round(refinement *s) {
  if (s->has_result)
    fixpoint_clear(&s->result);
  s->has_result = false;
  for (uint32_t i = 0; i < s->flow->edge_count; i++) {
    tape_clear(&s->tapes[i]);
    s->tapes[i] = (tape){0};
  }
  vec_clear(&s->slots);
  vec_clear(&s->types);
  tracked_clear(&s->tracked);
  arena_reset(s->mem);
}

void refinement_free(refinement *s) {
  forget_round(s);
  wto_clear(&s->order);
  flow_free(s->flow);
  mem_free(s->tapes);
  vec_free(&s->slots);
  vec_free(&s->types);
  vec_free(&s->keys);
  arena_free(s->mem);
  mem_free(s);
}

// --- a round ----------------------------------------------------------------

static void list_slots(refinement *s, tape_writer *w) {
  for (uint32_t i = 0; i < s->flow->variable_count; i++) {
    term v = s->flow->variables[i];
    term_map_put(&w->slots, v, i);
    vec_push(&s->slots, v);
    vec_push(&s->types, vtype_of(s->flow->tt, term_sort(s->flow->tt, v)));
  }
  for (uint32_t i = 0; i < s->tracked.forms.len; i++) {
    const lin *form = &s->tracked.forms.data[i];
    vec_push(&s->slots, lin_term(s->flow->tt, form));
    vec_push(&s->types, form->type);
  }
  for (uint32_t i = 0; i < s->tracked.conditions.len; i++) {
    vec_push(&s->slots, s->tracked.conditions.data[i].less);
    vec_push(&s->types, ((vtype){VTYPE_BV, 1}));
  }
}

static const precision *precision_of(const refinement *s) {
  return &PRECISIONS[s->round];
}

static void choose_expressions(refinement *s) {
  const precision *p = precision_of(s);
  tracked_init(&s->tracked, s->flow, p->expressions, p->depth);
  if (p->expressions > 0)
    tracked_mine(&s->tracked, p->substitutions);
}

static void write_tape(refinement *s, tape_writer *w, uint32_t i) {
  assert(i < s->flow->edge_count);
  const flow_edge *e = &s->flow->edges[i];
  tape *t = &s->tapes[i];
  tape_begin(w, t);
  t->guard = tape_write(w, t, e->guard);
  for (uint32_t j = 0; j < e->assignment_count; j++) {
    const flow_assignment *a = &e->assignments[j];
    tape_output out = {a->variable, tape_write(w, t, a->value)};
    vec_push(&t->outputs, out);
  }
  for (uint32_t j = 0; j < s->tracked.forms.len; j++) {
    term after = tracked_after(&s->tracked, e, j);
    if (term_is_none(after))
      continue;
    tape_output out = {s->tracked.first + j, tape_write(w, t, after)};
    vec_push(&t->outputs, out);
  }
  for (uint32_t j = 0; j < s->tracked.conditions.len; j++) {
    term after = tracked_condition_after(&s->tracked, e, j);
    if (term_is_none(after))
      continue;
    uint32_t slot = s->tracked.first + s->tracked.forms.len + j;
    tape_output out = {slot, tape_write(w, t, after)};
    vec_push(&t->outputs, out);
  }
  for (uint32_t j = 0; j < s->tracked.forms.len; j++)
    tape_write_parts(w, t, &s->tracked.forms.data[j]);
}

static bool write_tapes(refinement *s) {
  tape_writer w = {.tt = s->flow->tt, .mem = s->mem, .tracked = &s->tracked};
  list_slots(s, &w);
  bool ok = true;
  for (uint32_t i = 0; i < s->flow->edge_count && ok; i++) {
    write_tape(s, &w, i);
    ok = !s->patience.is_over(s->patience.data);
  }
  tape_writer_clear(&w);
  return ok;
}

// --- keys -------------------------------------------------------------------

enum { KEY_VALUES = 16 };

// Does it have few values everywhere, and at some place more than one?
static bool is_key(const refinement *s, uint32_t slot) {
  bool is_variable = false;
  for (uint32_t i = 0; i < s->result.cells.len; i++) {
    const cell *c = &s->result.cells.data[i];
    if (c->is_gone || c->location == s->flow->entry)
      continue;
    const vset *v = c->state.slots[slot];
    uint32_t n = v != NULL ? vset_count(v, KEY_VALUES) : KEY_VALUES + 1;
    if (n > KEY_VALUES)
      return false;
    is_variable |= n > 1;
  }
  return is_variable;
}

// Variables that tell paths apart, like program counters and flags: those that
// the round before saw with few values.
static void choose_keys(refinement *s) {
  vec_clear(&s->keys);
  uint32_t most = precision_of(s)->keys;
  for (uint32_t i = 0; i < s->flow->variable_count && s->has_result; i++)
    if (s->keys.len < most && is_key(s, i))
      vec_push(&s->keys, i);
}

round_end refinement_round(refinement *s) {
  uint32_t last = sizeof PRECISIONS / sizeof *PRECISIONS - 1;
  assert(s->round <= last && "no round should follow the last");
  choose_keys(s);
  forget_round(s);
  choose_expressions(s);
  if (!write_tapes(s))
    return ROUND_STOPPED;
  fixpoint_task task = {.flow = s->flow,
                        .order = &s->order,
                        .tapes = s->tapes,
                        .types = s->types.data,
                        .slot_count = s->types.len,
                        .keys = s->keys.data,
                        .key_count = s->keys.len,
                        .effort = precision_of(s)->effort,
                        .patience = s->patience};
  bool is_complete = fixpoint_run(&s->result, &task);
  s->has_result = true;
  s->steps += s->result.steps;
  if (!is_complete)
    return ROUND_STOPPED;
  bool is_last = s->round == last || refinement_is_proof(s);
  s->round++;
  return is_last ? ROUND_LAST : ROUND_DONE;
}

bool refinement_is_proof(const refinement *s) {
  assert(s->has_result);
  return !s->result.reaches_bad;
}

terms *refinement_invariants(const refinement *s, term *out) {
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

uint64_t refinement_steps(const refinement *s) { return s->steps; }

uint32_t refinement_locations(const refinement *s) {
  return s->flow->location_count;
}
