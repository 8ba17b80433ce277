// SPDX-License-Identifier: Apache-2.0
// The single-loop transformation, with the program counter split into cases.
//
// Every program is equivalent to one with a single loop whose body dispatches
// on a program counter (D. Harel: "On Folk Theorems", CACM 1980); so methods
// for one loop apply to any number of them, nested ones included. As all values
// of the counter are known, the dispatch is done here once and for all: the
// states with counter l that satisfy F are the formula F kept under l.
//
// Many steps are unrollings from one head each (encode/unroll.h, values written
// out as functions: constants fold, and what a path does not need vanishes).
// They are made only for heads that somebody asks about, and only as far.
//
// One step backwards is substitution (transition_take). One step forwards
// needs two copies of the state: the state after the step has the program's
// own variables, so that what is derived about it is a formula of the program
// as it is; the state before has other names. Both substitutions never change,
// so their caches last, and each term is rewritten once.
#include "encode/transition.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "encode/unroll.h"
#include "term/subst.h"

// What follows one head.
typedef struct {
  unroller *unrolling; // NULL: nobody asked yet
  term_vec bad;        // by number of steps; none for 0
  term_vec within;     // the same for 'up to'
} future;

typedef struct {
  transition *owner;
  edge e;
  subst *subst; // variables -> their values behind e; NULL: none yet
} effect;

struct transition {
  const program *p;
  terms *tt;
  loc_vec heads;
  future *futures; // by location id
  effect *effects; // by edge id
  subst *before;   // variables -> their names before a step
  term_vec names;  // of these, by variable id
};

static bool is_head(const program *p, loc l) {
  return !loc_is_sink(program_kind(p, l)) && l.id != program_entry(p).id;
}

static term name_before(void *data, term variable) {
  transition *t = data;
  var v = program_variable_of(t->p, variable);
  if (v.id == 0)
    return TERM_NONE; // an input keeps its name
  term *name = &t->names.data[v.id];
  if (term_is_none(*name)) {
    strbuf text = {0};
    strbuf_printf(&text, "%s@before", term_name(t->tt, variable));
    *name = term_fresh(t->tt, strbuf_text(&text), term_sort(t->tt, variable));
    strbuf_free(&text);
  }
  return *name;
}

transition *transition_new(const program *p) {
  transition *t = mem_alloc(sizeof *t);
  *t = (transition){.p = p, .tt = program_terms(p)};
  uint32_t locations = program_location_count(p);
  for (uint32_t i = 1; i <= locations; i++)
    if (is_head(p, (loc){i}))
      vec_push(&t->heads, (loc){i});
  t->futures = mem_alloc(sizeof *t->futures * (locations + 1));
  t->effects = mem_alloc(sizeof *t->effects * (program_edge_count(p) + 1));
  vec_resize(&t->names, program_variable_count(p) + 1);
  t->before = subst_new(t->tt);
  subst_set_lookup(t->before, name_before, t);
  return t;
}

void transition_free(transition *t) {
  if (t == NULL)
    return;
  for (uint32_t i = 1; i <= program_location_count(t->p); i++) {
    unroll_free(t->futures[i].unrolling);
    vec_free(&t->futures[i].bad);
    vec_free(&t->futures[i].within);
  }
  for (uint32_t i = 1; i <= program_edge_count(t->p); i++)
    if (t->effects[i].subst != NULL)
      subst_free(t->effects[i].subst);
  mem_free(t->futures);
  mem_free(t->effects);
  subst_free(t->before);
  vec_free(&t->names);
  vec_free(&t->heads);
  mem_free(t);
}

const loc_vec *transition_heads(const transition *t) { return &t->heads; }

// --- many steps ------------------------------------------------------------

static term bad_in_frame(const transition *t, const unroller *u, uint32_t k) {
  const loc_vec *locations = unroll_locations(u, k);
  term any = term_false(t->tt);
  for (uint32_t i = 0; i < locations->len; i++) {
    loc l = locations->data[i];
    if (loc_is_bad(program_kind(t->p, l)))
      any = term_or(t->tt, any, unroll_reached(u, k, l));
  }
  return any;
}

static void future_open(const transition *t, future *f, loc from) {
  f->unrolling = unroll_new(t->p, from, UNROLL_SUBSTITUTE);
  vec_push(&f->bad, term_false(t->tt));
  vec_push(&f->within, term_false(t->tt));
}

bool transition_unroll(transition *t, loc from, uint32_t k, const limits *l) {
  assert(from.id != 0 && from.id <= program_location_count(t->p));
  future *f = &t->futures[from.id];
  if (f->unrolling == NULL)
    future_open(t, f, from);
  while (unroll_depth(f->unrolling) < k) {
    if (!unroll_extend(f->unrolling, l))
      return false;
    term bad = bad_in_frame(t, f->unrolling, unroll_depth(f->unrolling));
    term within = term_or(t->tt, vec_last(&f->within), bad);
    vec_push(&f->bad, bad);
    vec_push(&f->within, within);
  }
  return true;
}

static const future *future_at(const transition *t, loc from, uint32_t k) {
  const future *f = &t->futures[from.id];
  assert(f->unrolling != NULL && k < f->bad.len && "unroll first");
  (void)k;
  return f;
}

term transition_bad(transition *t, loc from, uint32_t k) {
  return future_at(t, from, k)->bad.data[k];
}

term transition_bad_within(transition *t, loc from, uint32_t k) {
  return future_at(t, from, k)->within.data[k];
}

term transition_holds_after(transition *t, loc from, uint32_t k,
                            const term *formulas) {
  unroller *u = future_at(t, from, k)->unrolling;
  const loc_vec *locations = unroll_locations(u, k);
  term all = term_true(t->tt);
  for (uint32_t i = 0; i < locations->len; i++) {
    loc at = locations->data[i];
    if (term_is_none(formulas[at.id]) || !is_head(t->p, at))
      continue;
    term then = unroll_said(u, k, at, formulas[at.id]);
    term reached = unroll_reached(u, k, at);
    all = term_and(t->tt, all, term_implies(t->tt, reached, then));
  }
  return all;
}

static bool is_reached_in(const unroller *u, uint32_t k, loc to) {
  const loc_vec *locations = unroll_locations(u, k);
  for (uint32_t i = 0; i < locations->len; i++)
    if (locations->data[i].id == to.id)
      return true;
  return false;
}

term transition_come(transition *t, loc from, uint32_t k, loc to,
                     const term *formulas, const term_vec *variables) {
  assert(k >= 1);
  unroller *u = future_at(t, from, k)->unrolling;
  if (!is_reached_in(u, k, to))
    return term_false(t->tt);
  term all = unroll_reached(u, k, to);
  if (!term_is_none(formulas[from.id]))
    all = term_and(t->tt, all, formulas[from.id]);
  for (uint32_t i = 1; i < k; i++)
    all = term_and(t->tt, all, transition_holds_after(t, from, i, formulas));
  all = transition_before(t, all);
  for (uint32_t i = 0; i < variables->len; i++) {
    var v = program_variable_of(t->p, variables->data[i]);
    term there = transition_before(t, unroll_state(u, k, to, v));
    all = term_and(t->tt, all, term_eq_make(t->tt, variables->data[i], there));
  }
  return all;
}

static term same_values(transition *t, unroller *u, uint32_t i, uint32_t j,
                        loc at, const bool *matters) {
  term all = term_true(t->tt);
  for (uint32_t id = 1; id <= program_variable_count(t->p); id++)
    if (matters[id])
      all = term_and(t->tt, all,
                     term_eq_make(t->tt, unroll_state(u, i, at, (var){id}),
                                  unroll_state(u, j, at, (var){id})));
  return all;
}

term transition_same(transition *t, loc from, uint32_t i, uint32_t j,
                     const bool *matters) {
  assert(i < j);
  unroller *u = future_at(t, from, j)->unrolling;
  const loc_vec *locations = unroll_locations(u, j);
  term any = term_false(t->tt);
  for (uint32_t n = 0; n < locations->len; n++) {
    loc at = locations->data[n];
    term both =
        term_and(t->tt, unroll_reached(u, i, at), unroll_reached(u, j, at));
    if (!is_head(t->p, at) || term_is_false(t->tt, both))
      continue;
    both = term_and(t->tt, both, same_values(t, u, i, j, at, matters));
    any = term_or(t->tt, any, both);
  }
  return any;
}

// --- one step --------------------------------------------------------------

static term value_behind(void *data, term variable) {
  const effect *f = data;
  const program *p = f->owner->p;
  var v = program_variable_of(p, variable);
  const assignment *set =
      v.id == 0 ? NULL : program_assignment_to(program_edge_block(p, f->e), v);
  return set == NULL ? TERM_NONE : set->value;
}

term transition_behind(transition *t, edge e, term after) {
  effect *f = &t->effects[e.id];
  if (f->subst == NULL) {
    *f = (effect){t, e, subst_new(t->tt)};
    subst_set_lookup(f->subst, value_behind, f);
  }
  return subst_apply(f->subst, after);
}

term transition_take(transition *t, edge e, term after) {
  const block *b = program_edge_block(t->p, e);
  return term_and(t->tt, b->guard, transition_behind(t, e, after));
}

term transition_before(transition *t, term formula) {
  return subst_apply(t->before, formula);
}

term transition_arrive(transition *t, edge e, term start,
                       const term_vec *variables) {
  const block *b = program_edge_block(t->p, e);
  term_vec parts = {0};
  vec_push(&parts, subst_apply(t->before, start));
  vec_push(&parts, subst_apply(t->before, b->guard));
  for (uint32_t i = 0; i < variables->len; i++) {
    term after = variables->data[i];
    var v = program_variable_of(t->p, after);
    assert(v.id != 0);
    const assignment *set = program_assignment_to(b, v);
    term before = subst_apply(t->before, set == NULL ? after : set->value);
    vec_push(&parts, term_eq_make(t->tt, after, before));
  }
  term all = term_and_n(t->tt, parts.data, parts.len);
  vec_free(&parts);
  return all;
}
