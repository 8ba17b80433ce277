// SPDX-License-Identifier: Apache-2.0
// Small programs for tests: a terse way to write them, random ones, and their
// reachable states by enumeration.
#ifndef UNIT_BUILDER_H
#define UNIT_BUILDER_H

#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "program/program.h"
#include "program/run.h"
#include "term/eval.h"
#include "term/walk.h"
#include "unit.h"

// --- building ----------------------------------------------------------------

static inline var build_var(program *p, const char *name, sort s) {
  var_info info = {.name = name, .sort = s};
  return program_add_variable(p, &info);
}

static inline term build_input(program *p, const char *name, sort s) {
  input_info info = {.kind = INPUT_CALL, .name = name, .sort = s};
  return program_add_input(p, &info);
}

static inline loc build_loc(program *p, loc_kind kind) {
  static uint32_t line = 0;
  loc_info info = {.kind = kind, .pos = {"test.c", ++line, 1}};
  loc l = program_add_location(p, &info);
  if (kind == LOC_ENTRY)
    program_set_entry(p, l);
  return l;
}

// An edge whose inputs are found in its terms. Targets must be sorted.
static inline edge build_edge(program *p, loc from, loc to, term guard,
                              const assignment *list, uint32_t n) {
  term_vec roots = {0}, found = {0}, inputs = {0};
  term_set seen = {0};
  vec_push(&roots, guard);
  for (uint32_t i = 0; i < n; i++)
    vec_push(&roots, list[i].value);
  term_variables(program_terms(p), roots.data, roots.len, &seen, &found);
  for (uint32_t i = 0; i < found.len; i++)
    if (program_input(p, found.data[i]) != NULL)
      vec_push(&inputs, found.data[i]);
  block b = {guard, list, n, inputs.data, inputs.len};
  edge_info info = {.kind = EDGE_PLAIN, .pos = {"test.c", from.id, 1}};
  if (program_location(p, to)->kind == LOC_BOUND)
    info = (edge_info){
        .kind = EDGE_STOP, .pos = {"test.c", from.id, 1}, .text = "stop"};
  edge e = program_add_edge(p, from, to, &b, &info);
  vec_free(&roots);
  vec_free(&found);
  vec_free(&inputs);
  term_set_free(&seen);
  return e;
}

static inline edge build_skip(program *p, loc from, loc to, term guard) {
  return build_edge(p, from, to, guard, NULL, 0);
}

static inline edge build_set(program *p, loc from, loc to, term guard, var v,
                             term t) {
  assignment a = {v, t};
  return build_edge(p, from, to, guard, &a, 1);
}

// --- random numbers
// ------------------------------------------------------------

typedef struct {
  uint64_t state;
} dice;

static inline uint32_t roll(dice *d, uint32_t sides) {
  d->state = d->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(d->state >> 33) % sides;
}

// --- random programs
// -------------------------------------------------------------

enum { RANDOM_WIDTH = 2, RANDOM_VARS_MAX = 3 };

typedef struct {
  program *p;
  dice *d;
  var vars[RANDOM_VARS_MAX];
  uint32_t var_count;
  term input; // of the current location; may be none
} random_builder;

static inline term random_operand(random_builder *r) {
  terms *tt = program_terms(r->p);
  uint32_t kind = roll(r->d, 4);
  if (kind == 0 && !term_is_none(r->input))
    return term_zero_extend(tt, r->input, RANDOM_WIDTH - 1);
  if (kind == 1)
    return term_bv(tt, RANDOM_WIDTH, roll(r->d, 1u << RANDOM_WIDTH));
  return program_variable_term(r->p, r->vars[roll(r->d, r->var_count)]);
}

static inline term random_value(random_builder *r) {
  terms *tt = program_terms(r->p);
  term a = random_operand(r), b = random_operand(r);
  switch (roll(r->d, 6)) {
  case 0:
    return term_bvadd(tt, a, b);
  case 1:
    return term_bvand(tt, a, b);
  case 2:
    return term_bvxor(tt, a, b);
  case 3:
    return term_bvmul(tt, a, b);
  default:
    return a;
  }
}

static inline term random_condition(random_builder *r) {
  terms *tt = program_terms(r->p);
  term a = random_operand(r), b = random_operand(r);
  switch (roll(r->d, 3)) {
  case 0:
    return term_eq_make(tt, a, b);
  case 1:
    return term_bvult(tt, a, b);
  default:
    return term_bvsle(tt, a, b);
  }
}

static inline void random_edge(random_builder *r, loc from, loc to,
                               term guard) {
  assignment list[RANDOM_VARS_MAX];
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->var_count; i++)
    if (roll(r->d, 3) == 0)
      list[n++] = (assignment){r->vars[i], random_value(r)};
  build_edge(r->p, from, to, guard, list, n);
}

static inline loc random_target(random_builder *r, uint32_t first,
                                uint32_t count) {
  return (loc){first + roll(r->d, count)};
}

// Out-edges of one location: one edge, an assumption, a branch or a switch.
static inline void random_out_edges(random_builder *r, loc from, uint32_t first,
                                    uint32_t count) {
  terms *tt = program_terms(r->p);
  r->input = TERM_NONE;
  if (roll(r->d, 3) == 0)
    r->input = build_input(r->p, "in", sort_bv(tt, 1));
  term a = random_condition(r), b = random_condition(r);
  term not_a = term_not(tt, a);
#define TO random_target(r, first, count)
  switch (roll(r->d, 5)) {
  case 0:
    random_edge(r, from, TO, term_true(tt));
    return;
  case 1:
    random_edge(r, from, TO, a);
    return;
  case 2: // a switch: a, else b, else neither (and sometimes not even that)
    random_edge(r, from, TO, a);
    random_edge(r, from, TO, term_and(tt, not_a, b));
    b = term_not(tt, b);
    if (roll(r->d, 2) == 0)
      b = term_and(tt, b, random_condition(r));
    random_edge(r, from, TO, term_and(tt, not_a, b));
    return;
  default:
    random_edge(r, from, TO, a);
    random_edge(r, from, TO, not_a);
  }
#undef TO
}

// Location 1 is the entry, then 'error', 'end' and (sometimes used) 'bound',
// then plain ones.
static inline program *random_program(terms *tt, dice *d) {
  random_builder r = {.p = program_new(tt), .d = d};
  r.var_count = 1 + roll(d, RANDOM_VARS_MAX);
  for (uint32_t i = 0; i < r.var_count; i++)
    r.vars[i] = build_var(r.p, "x", sort_bv(tt, RANDOM_WIDTH));
  loc entry = build_loc(r.p, LOC_ENTRY);
  build_loc(r.p, LOC_ERROR);
  build_loc(r.p, LOC_END);
  build_loc(r.p, LOC_BOUND);
  uint32_t plain = 1 + roll(d, 8);
  for (uint32_t i = 0; i < plain; i++)
    build_loc(r.p, LOC_PLAIN);
  random_edge(&r, entry, (loc){5}, term_true(tt));
  uint32_t first = roll(d, 4) == 0 ? 2 : 5; // else sinks are rare
  for (uint32_t i = 5; i < 5 + plain; i++)
    random_out_edges(&r, (loc){i}, first, 5 + plain - first);
  if (first == 5)
    random_edge(&r, (loc){5 + plain - 1}, (loc){2 + roll(d, 3)},
                term_false(tt));
  return r.p;
}

// --- reachable states by enumeration
// -------------------------------------------

typedef struct {
  loc at;
  uint32_t values; // RANDOM_WIDTH bits per variable
} concrete;

typedef struct {
  const program *p;
  evaluator *ev;
  hmap seen; // (location, values) -> number of the state + 1
  VEC(concrete) states;
  VEC(uint64_t) steps; // pairs of states' numbers
  uint32_t from;       // number of the state being expanded
  bool too_many_inputs;
} explorer;

static inline void explorer_clear(explorer *x) {
  eval_free(x->ev);
  hmap_free(&x->seen);
  vec_free(&x->states);
  vec_free(&x->steps);
}

static inline bool explorer_has(const explorer *x, loc at, uint32_t values) {
  return hmap_find(&x->seen, hmap_pair(at.id, values)) != NULL;
}

// Returns the number of the state. Of sinks only the location counts.
static inline uint32_t explorer_add(explorer *x, loc at, uint32_t values) {
  if (loc_is_sink(program_location(x->p, at)->kind))
    values = 0;
  uint64_t *known = hmap_find(&x->seen, hmap_pair(at.id, values));
  if (known != NULL)
    return (uint32_t)*known - 1;
  concrete c = {at, values};
  vec_push(&x->states, c);
  hmap_put(&x->seen, hmap_pair(at.id, values), x->states.len);
  return x->states.len - 1;
}

static inline void set_values(const program *p, evaluator *ev,
                              uint32_t values) {
  for (uint32_t i = 1; i <= program_variable_count(p); i++) {
    uint32_t bits = values >> (RANDOM_WIDTH * (i - 1));
    eval_set(ev, program_variable_term(p, (var){i}),
             value_bv(RANDOM_WIDTH, bits & ((1u << RANDOM_WIDTH) - 1)));
  }
}

static inline uint32_t values_after(const program *p, evaluator *ev,
                                    const block *b) {
  uint32_t values = 0;
  for (uint32_t i = 1; i <= program_variable_count(p); i++) {
    term t = program_variable_term(p, (var){i});
    for (uint32_t j = 0; j < b->assignment_count; j++)
      if (b->assignments[j].target.id == i)
        t = b->assignments[j].value;
    values |= (uint32_t)value_get_u64(eval_term(ev, t))
              << (RANDOM_WIDTH * (i - 1));
  }
  return values;
}

static inline term_vec location_inputs(const program *p, loc at) {
  term_vec inputs = {0};
  const edge_vec *out = program_out_edges(p, at);
  for (uint32_t i = 0; i < out->len; i++) {
    const block *b = program_edge_block(p, out->data[i]);
    for (uint32_t j = 0; j < b->input_count; j++) {
      bool known = false;
      for (uint32_t k = 0; k < inputs.len; k++)
        known = known || term_eq(inputs.data[k], b->inputs[j]);
      if (!known)
        vec_push(&inputs, b->inputs[j]);
    }
  }
  return inputs;
}

// Follows the edges of the state under one valuation of the inputs.
static inline void explorer_follow(explorer *x, concrete from) {
  const edge_vec *out = program_out_edges(x->p, from.at);
  uint32_t taken = 0;
  for (uint32_t i = 0; i < out->len; i++) {
    const block *b = program_edge_block(x->p, out->data[i]);
    if (!eval_is_true(x->ev, b->guard))
      continue;
    taken++;
    uint32_t to = explorer_add(x, program_edge_to(x->p, out->data[i]),
                               values_after(x->p, x->ev, b));
    vec_push(&x->steps, hmap_pair(x->from, to));
  }
  CHECK(taken <= 1); // out-edges are disjoint
}

static inline void explorer_expand(explorer *x, concrete from) {
  term_vec inputs = location_inputs(x->p, from.at);
  if (inputs.len > 10)
    x->too_many_inputs = true;
  for (uint32_t bits = 0; inputs.len <= 10 && bits < 1u << inputs.len; bits++) {
    eval_forget(x->ev);
    set_values(x->p, x->ev, from.values);
    for (uint32_t i = 0; i < inputs.len; i++)
      eval_set(x->ev, inputs.data[i], value_bv(1, bits >> i & 1));
    explorer_follow(x, from);
  }
  vec_free(&inputs);
}

static inline explorer explore(const program *p) {
  explorer x = {.p = p, .ev = eval_new(program_terms(p))};
  uint32_t bits = RANDOM_WIDTH * program_variable_count(p);
  for (uint32_t v = 0; v < 1u << bits; v++)
    explorer_add(&x, program_entry(p), v);
  for (x.from = 0; x.from < x.states.len; x.from++)
    explorer_expand(&x, x.states.data[x.from]);
  return x;
}

static inline bool explorer_reaches(const explorer *x, loc_kind kind) {
  for (uint32_t i = 0; i < x->states.len; i++)
    if (program_location(x->p, x->states.data[i].at)->kind == kind)
      return true;
  return false;
}

// The largest number of visits to locations of 'counts' on a path, by
// relaxation; UINT32_MAX: there is a path without end.
static inline uint32_t explorer_visits(const explorer *x, const bool *counts) {
  VEC(uint32_t) most = {0}, length = {0};
  vec_resize(&most, x->states.len);
  vec_resize(&length, x->states.len);
  uint32_t best = 0;
  bool changed = true;
  while (changed && best != UINT32_MAX) {
    changed = false;
    for (uint32_t i = 0; i < x->steps.len; i++) {
      uint32_t a = (uint32_t)(x->steps.data[i] >> 32);
      uint32_t b = (uint32_t)x->steps.data[i];
      uint32_t visits = most.data[a] + counts[x->states.data[b].at.id];
      if (length.data[b] <= length.data[a] || most.data[b] < visits) {
        changed = true;
        most.data[b] = most.data[b] < visits ? visits : most.data[b];
        if (length.data[b] <= length.data[a])
          length.data[b] = length.data[a] + 1;
      }
      best = most.data[b] > best ? most.data[b] : best;
      if (length.data[b] > x->states.len)
        best = UINT32_MAX;
    }
    changed = changed && best != UINT32_MAX;
  }
  vec_free(&most);
  vec_free(&length);
  return best;
}

#endif
