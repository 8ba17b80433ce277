// SPDX-License-Identifier: Apache-2.0
// Symbolic execution of blocks, with merging.
//
// Costs: a step substitutes only into the terms of the out-edges. A merge
// touches only the variables in which the two states differ. Many states that
// meet at one location are merged pairwise in a balanced way, in the order in
// which they come: neighbors have a long history in common, and a variable
// that only one of n states changed takes part in log n merges instead of n.
#include "encode/symbolic.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "encode/total.h"

enum { TOTAL_UNKNOWN, TOTAL_YES, TOTAL_NO };

static term look_up(void *data, term variable) {
  symbolic *s = data;
  var v = program_variable_of(s->p, variable);
  if (v.id != 0)
    return (term){pmap_get(&s->maps, s->current, v.id)};
  return s->input != NULL ? s->input(s->input_data, variable) : TERM_NONE;
}

void sym_init(symbolic *s, const program *p) {
  *s = (symbolic){.p = p, .tt = program_terms(p)};
  path_pool_init(&s->paths, s->tt);
  pmap_pool_init(&s->maps, program_variable_count(p) + 1);
  s->subst = subst_new(s->tt);
  subst_set_lookup(s->subst, look_up, s);
  s->is_total = mem_alloc(program_location_count(p) + 1);
}

void sym_clear(symbolic *s) {
  path_pool_clear(&s->paths);
  pmap_pool_clear(&s->maps);
  subst_free(s->subst);
  mem_free(s->is_total);
  vec_free(&s->guards);
  vec_free(&s->outcome);
  vec_free(&s->stack);
  vec_free(&s->sizes);
}

void sym_reset(symbolic *s) {
  path_pool_reset(&s->paths);
  pmap_pool_reset(&s->maps);
}

void sym_name_inputs(symbolic *s, sym_input input, void *data) {
  s->input = input;
  s->input_data = data;
}

// --- a step ----------------------------------------------------------------

static bool is_total(symbolic *s, loc at) {
  uint8_t *known = &s->is_total[at.id];
  if (*known == TOTAL_UNKNOWN)
    *known = edges_are_total(s->p, at) ? TOTAL_YES : TOTAL_NO;
  return *known == TOTAL_YES;
}

static pmap assign(symbolic *s, const block *b, pmap values) {
  uint32_t mark = pmap_mark(&s->maps);
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    assignment a = b->assignments[i];
    term written = subst_apply(s->subst, a.value);
    assert(sort_eq(term_sort(s->tt, written),
                   program_variable(s->p, a.target)->sort));
    values = pmap_put(&s->maps, values, a.target.id, written.id, mark);
  }
  return values;
}

// Returns how many of the guards are not plainly false.
static uint32_t write_guards(symbolic *s, const edge_vec *out) {
  uint32_t possible = 0;
  vec_clear(&s->guards);
  for (uint32_t i = 0; i < out->len; i++) {
    const block *b = program_edge_block(s->p, out->data[i]);
    term guard = subst_apply(s->subst, b->guard);
    vec_push(&s->guards, guard);
    possible += !term_is_false(s->tt, guard);
  }
  return possible;
}

static sym_state follow(symbolic *s, edge e, sym_state from, path when) {
  if (when.id == 0)
    return (sym_state){PATH_NEVER, PMAP_EMPTY};
  loc_kind kind = program_kind(s->p, program_edge_to(s->p, e));
  if (loc_is_sink(kind))
    return (sym_state){when, PMAP_EMPTY};
  const block *b = program_edge_block(s->p, e);
  return (sym_state){when, assign(s, b, from.values)};
}

const sym_state *sym_sequence(symbolic *s, loc at, sym_state from) {
  assert(sym_is_reached(from));
  assert(!loc_is_sink(program_kind(s->p, at)));
  const edge_vec *out = program_out_edges(s->p, at);
  s->current = from.values;
  subst_clear(s->subst);
  uint32_t possible = write_guards(s, out);
  bool total = is_total(s, at);
  // The only outcome that is left of a total choice needs no test.
  bool is_sure = total && possible == 1;
  uint32_t site = ++s->sites;
  vec_clear(&s->outcome);
  for (uint32_t i = 0; i < out->len; i++) {
    term guard = s->guards.data[i];
    if (is_sure && !term_is_false(s->tt, guard))
      guard = term_true(s->tt);
    path_choice choice = {site, i, i, 1, total ? possible : 0};
    path when = path_extend(&s->paths, from.when, guard, choice);
    vec_push(&s->outcome, follow(s, out->data[i], from, when));
  }
  assert(s->outcome.len == out->len);
  return s->outcome.data;
}

// --- merging ---------------------------------------------------------------

typedef struct {
  symbolic *s;
  path a, b;
  term separator; // none until the first difference is met
} merging;

static term value_or_variable(const symbolic *s, uint32_t key, uint32_t id) {
  return id != 0 ? (term){id} : program_variable_term(s->p, (var){key});
}

static uint32_t choose(void *data, uint32_t key, uint32_t in_a, uint32_t in_b) {
  merging *m = data;
  if (term_is_none(m->separator))
    m->separator = path_separator(&m->s->paths, m->a, m->b);
  term a = value_or_variable(m->s, key, in_a);
  term b = value_or_variable(m->s, key, in_b);
  assert(sort_eq(term_sort(m->s->tt, a), term_sort(m->s->tt, b)));
  return term_ite(m->s->tt, m->separator, a, b).id;
}

static sym_state merge_two(symbolic *s, sym_state a, sym_state b) {
  if (!sym_is_reached(a) || !sym_is_reached(b))
    return sym_is_reached(a) ? a : b;
  merging m = {s, a.when, b.when, TERM_NONE};
  pmap values = pmap_merge(&s->maps, a.values, b.values, choose, &m);
  return (sym_state){path_join(&s->paths, a.when, b.when), values};
}

static void merge_top(symbolic *s) {
  assert(s->stack.len == s->sizes.len && s->sizes.len > 1);
  sym_state b = vec_pop(&s->stack), a = vec_pop(&s->stack);
  uint32_t size = vec_pop(&s->sizes);
  vec_last(&s->sizes) += size;
  vec_push(&s->stack, merge_two(s, a, b));
}

sym_state sym_choice(symbolic *s, const sym_state *states, uint32_t n) {
  assert(n >= 1);
  vec_clear(&s->stack);
  vec_clear(&s->sizes);
  for (uint32_t i = 0; i < n; i++) {
    vec_push(&s->stack, states[i]);
    vec_push(&s->sizes, 1u);
    while (s->sizes.len > 1 &&
           s->sizes.data[s->sizes.len - 2] == vec_last(&s->sizes))
      merge_top(s);
  }
  while (s->sizes.len > 1)
    merge_top(s);
  assert(s->stack.len == 1 && s->sizes.data[0] == n);
  return s->stack.data[0];
}

// --- looking ---------------------------------------------------------------

term sym_condition(symbolic *s, sym_state state) {
  return path_formula(&s->paths, state.when);
}

term sym_value(const symbolic *s, sym_state state, var v) {
  return value_or_variable(s, v.id, pmap_get(&s->maps, state.values, v.id));
}
