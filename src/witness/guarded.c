// SPDX-License-Identifier: Apache-2.0
// The program with its invariants as assertions: in front of each location that
// has some, another one asks whether they hold. Its edges consume no inputs,
// so a trace of one program is a trace of the other.
#include <assert.h>

#include "base/mem.h"
#include "witness/invariants.h"

typedef struct {
  const program *from;
  program *out;
  terms *tt;
  const placed_invariants *all;
  breaking_edges *breaking;
  loc *copy;  // by location id
  loc *front; // the same, or what asks in front of it
  loc error;
} guarding;

static loc add_copy(guarding *g, loc l) {
  assert(l.id != 0);
  loc n = program_add_location(g->out, program_location(g->from, l));
  program_set_origin(g->out, n, l);
  return n;
}

static void copy_locations(guarding *g) {
  for (uint32_t i = 1; i <= program_location_count(g->from); i++) {
    loc n = add_copy(g, (loc){i});
    g->copy[i] = g->front[i] = n;
    if (program_location(g->from, (loc){i})->kind == LOC_ERROR)
      g->error = n;
  }
  program_set_entry(g->out, g->copy[program_entry(g->from).id]);
  for (uint32_t i = 0; i < g->all->len; i++) {
    loc l = g->all->data[i].at;
    if (g->front[l.id].id == g->copy[l.id].id)
      g->front[l.id] = add_copy(g, l);
  }
}

static void copy_edges(guarding *g) {
  for (uint32_t i = 1; i <= program_edge_count(g->from); i++) {
    edge e = {i};
    loc from = g->copy[program_edge_from(g->from, e).id];
    loc to = g->front[program_edge_to(g->from, e).id];
    program_add_edge(g->out, from, to, program_edge_block(g->from, e),
                     program_edge(g->from, e));
  }
}

// 'guard' says that the invariant does not hold, and those before it do.
static void add_breaking(guarding *g, const placed_invariant *v, term guard) {
  assert(term_is_bool(g->tt, guard));
  edge_info info = {.kind = EDGE_ERROR,
                    .pos = program_location(g->from, v->at)->pos,
                    .text = "an invariant of the witness does not hold"};
  block b = {.guard = guard};
  edge e = program_add_edge(g->out, g->front[v->at.id], g->error, &b, &info);
  vec_push(g->breaking, ((breaking_edge){e, v->invariant}));
}

// The invariants of a location are asked for one after the other: the first
// that does not hold is the error. 'so_far': those before hold.
static void add_questions(guarding *g) {
  size_t n = (size_t)program_location_count(g->from) + 1;
  term *so_far = mem_alloc(n * sizeof *so_far);
  for (uint32_t i = 0; i < g->all->len; i++) {
    const placed_invariant *v = &g->all->data[i];
    term *held = &so_far[v->at.id];
    if (term_is_none(*held))
      *held = term_true(g->tt);
    term broken = term_and(g->tt, *held, term_not(g->tt, v->formula));
    if (!term_is_false(g->tt, broken))
      add_breaking(g, v, broken);
    *held = term_and(g->tt, *held, v->formula);
  }
  for (uint32_t i = 1; i < n; i++)
    if (g->front[i].id != g->copy[i].id) {
      block b = {.guard = so_far[i]};
      program_add_edge(g->out, g->front[i], g->copy[i], &b,
                       &(edge_info){.kind = EDGE_PLAIN});
    }
  mem_free(so_far);
}

program *invariants_guard(const program *p, const placed_invariants *all,
                          breaking_edges *breaking) {
  assert(p && all && breaking && breaking->len == 0);
  size_t n = (size_t)program_location_count(p) + 1;
  guarding g = {.from = p,
                .out = program_new_like(p),
                .tt = program_terms(p),
                .all = all,
                .breaking = breaking,
                .copy = mem_alloc(n * sizeof *g.copy),
                .front = mem_alloc(n * sizeof *g.front)};
  copy_locations(&g);
  assert(g.error.id && "every program has an error location");
  copy_edges(&g);
  add_questions(&g);
  mem_free(g.copy);
  mem_free(g.front);
  return g.out;
}
