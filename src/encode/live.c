// SPDX-License-Identifier: Apache-2.0
// The textbook's backward analysis, with a set per location. What an assignment
// reads counts once its target does; each edge remembers which terms it has
// looked at, so that all of that is linear in the blocks.
#include "encode/live.h"

#include <assert.h>

#include "base/mem.h"
#include "term/walk.h"

typedef struct {
  const program *p;
  term_set *seen; // by edge id: terms whose variables were added
  bool *is_live;  // by location id times variables, plus variable id
  size_t variables;
  VEC(uint32_t) work; // locations whose set has grown
  term_vec found;
} analysis;

static bool *set_of(const analysis *a, loc l) {
  return a->is_live + l.id * a->variables;
}

static void add(analysis *a, loc l, uint32_t variable, bool *has_grown) {
  bool *there = set_of(a, l) + variable;
  *has_grown |= !*there;
  *there = true;
}

static void add_reads(analysis *a, edge e, term t, bool *has_grown) {
  loc from = program_edge_from(a->p, e);
  vec_clear(&a->found);
  term_variables(program_terms(a->p), &t, 1, &a->seen[e.id], &a->found);
  for (uint32_t i = 0; i < a->found.len; i++) {
    var v = program_variable_of(a->p, a->found.data[i]);
    if (v.id != 0)
      add(a, from, v.id, has_grown);
  }
}

// What is live behind the edge, or read for that, is live in front of it.
static void pass(analysis *a, edge e) {
  loc from = program_edge_from(a->p, e), to = program_edge_to(a->p, e);
  const block *b = program_edge_block(a->p, e);
  bool has_grown = false;
  add_reads(a, e, b->guard, &has_grown);
  for (uint32_t v = 1; v < a->variables; v++) {
    if (!set_of(a, to)[v])
      continue;
    const assignment *set = program_assignment_to(b, (var){v});
    if (set != NULL)
      add_reads(a, e, set->value, &has_grown);
    else
      add(a, from, v, &has_grown);
  }
  if (has_grown)
    vec_push(&a->work, from.id);
}

static void analyze(analysis *a) {
  for (uint32_t e = program_edge_count(a->p); e > 0; e--)
    pass(a, (edge){e});
  while (a->work.len > 0) {
    loc l = {vec_pop(&a->work)};
    const edge_vec *in = program_in_edges(a->p, l);
    for (uint32_t i = 0; i < in->len; i++)
      pass(a, in->data[i]);
  }
}

var_vec *live_find(const program *p) {
  uint32_t locations = program_location_count(p) + 1;
  uint32_t edges = program_edge_count(p) + 1;
  analysis a = {.p = p, .variables = program_variable_count(p) + 1};
  a.seen = mem_alloc(sizeof *a.seen * edges);
  a.is_live = mem_alloc(sizeof *a.is_live * locations * a.variables);
  analyze(&a);
  var_vec *live = mem_alloc(sizeof *live * locations);
  for (uint32_t l = 1; l < locations; l++)
    for (uint32_t v = 1; v < a.variables; v++)
      if (set_of(&a, (loc){l})[v])
        vec_push(&live[l], (var){v});
  for (uint32_t e = 0; e < edges; e++)
    term_set_free(&a.seen[e]);
  mem_free(a.seen);
  mem_free(a.is_live);
  vec_free(&a.work);
  vec_free(&a.found);
  return live;
}

void live_free(var_vec *live, const program *p) {
  for (uint32_t l = 0; l <= program_location_count(p); l++)
    vec_free(&live[l]);
  mem_free(live);
}
