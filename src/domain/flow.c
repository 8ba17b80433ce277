// SPDX-License-Identifier: Apache-2.0
// Everything is copied once, before the thread starts: afterwards the thread
// shares nothing with the engines, so no lock is needed for terms.
#include "domain/flow.h"

#include <assert.h>

#include "base/mem.h"
#include "term/subst.h"

vtype vtype_of(const terms *tt, sort s) {
  switch (sort_get_kind(tt, s)) {
  case SORT_BOOL:
    return (vtype){VTYPE_BV, 1};
  case SORT_BV:
    if (sort_width(tt, s) <= 64)
      return (vtype){VTYPE_BV, sort_width(tt, s)};
    break;
  case SORT_INT:
    return (vtype){VTYPE_INT, 0};
  case SORT_REAL:
    return (vtype){VTYPE_REAL, 0};
  case SORT_ARRAY:
    break;
  }
  return (vtype){VTYPE_OTHER, 0};
}

static void copy_variables(flow *f, const program *p, term_copier *c) {
  f->variable_count = program_variable_count(p);
  f->variables = ARENA_ARRAY(f->mem, term, f->variable_count);
  for (uint32_t i = 0; i < f->variable_count; i++)
    f->variables[i] =
        term_copier_copy(c, program_variable_term(p, (var){i + 1}));
}

static void copy_locations(flow *f, const program *p) {
  f->location_count = program_location_count(p);
  f->entry = program_entry(p).id;
  f->is_sink = ARENA_ARRAY(f->mem, bool, f->location_count + 1);
  f->is_bad = ARENA_ARRAY(f->mem, bool, f->location_count + 1);
  for (uint32_t i = 1; i <= f->location_count; i++) {
    loc_kind kind = program_kind(p, (loc){i});
    f->is_sink[i] = loc_is_sink(kind);
    f->is_bad[i] = loc_is_bad(kind);
  }
}

static void copy_block(flow *f, flow_edge *e, const block *b, term_copier *c) {
  assert(b->guard.id != 0);
  e->guard = term_copier_copy(c, b->guard);
  flow_assignment *list =
      ARENA_ARRAY(f->mem, flow_assignment, b->assignment_count);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    list[i] = (flow_assignment){b->assignments[i].target.id - 1,
                                term_copier_copy(c, b->assignments[i].value)};
  e->assignments = list;
  e->assignment_count = b->assignment_count;
}

static void copy_edges(flow *f, const program *p, term_copier *c) {
  f->edge_count = program_edge_count(p);
  f->edges = ARENA_ARRAY(f->mem, flow_edge, f->edge_count);
  for (uint32_t i = 0; i < f->edge_count; i++) {
    edge e = {i + 1};
    f->edges[i].from = program_edge_from(p, e).id;
    f->edges[i].to = program_edge_to(p, e).id;
    copy_block(f, &f->edges[i], program_edge_block(p, e), c);
  }
}

// Lists edges by one of their ends: those of location l are list[first[l]] up
// to list[first[l + 1]].
static void index_edges(flow *f, bool by_target, uint32_t **first,
                        uint32_t **list) {
  uint32_t n = f->location_count;
  *first = ARENA_ARRAY(f->mem, uint32_t, n + 2);
  *list = ARENA_ARRAY(f->mem, uint32_t, f->edge_count);
  uint32_t *next = mem_alloc(sizeof *next * (n + 1));
  for (uint32_t i = 0; i < f->edge_count; i++)
    (*first)[(by_target ? f->edges[i].to : f->edges[i].from) + 1]++;
  for (uint32_t i = 1; i <= n + 1; i++)
    (*first)[i] += (*first)[i - 1];
  for (uint32_t i = 0; i < f->edge_count; i++) {
    uint32_t l = by_target ? f->edges[i].to : f->edges[i].from;
    (*list)[(*first)[l] + next[l]++] = i;
  }
  mem_free(next);
}

flow *flow_new(const program *p) {
  assert(program_entry(p).id != 0);
  flow *f = mem_alloc(sizeof *f);
  f->tt = terms_new();
  f->mem = arena_new();
  term_copier *c = term_copier_new(program_terms(p), f->tt);
  copy_variables(f, p, c);
  copy_locations(f, p);
  copy_edges(f, p, c);
  term_copier_free(c);
  index_edges(f, false, &f->first_out, &f->out);
  index_edges(f, true, &f->first_in, &f->in);
  assert(f->entry >= 1 && f->entry <= f->location_count);
  return f;
}

void flow_free(flow *f) {
  if (f == NULL)
    return;
  terms_free(f->tt);
  arena_free(f->mem);
  mem_free(f);
}
