// SPDX-License-Identifier: Apache-2.0
// Slicing by what leads to a bad sink, and by the cone of influence of guards.
//
// A location from which the graph has no way to a bad sink is a dead end: what
// happens there can be neither an error nor in the way of a proof. Edges into
// dead ends can never be taken, so paths end before them; endless loops at the
// end of a program are the common case.
//
// A variable matters if a guard that is left reads it, or if the value of some
// assignment to a variable that matters does. Assignments to all others can go:
// no guard ever sees their effect. The cone does not depend on the order of
// statements, so one walk over the DAG of all relevant terms computes it.
#include "encode/slice.h"

#include <assert.h>

#include "base/mem.h"
#include "program/ways.h"
#include "term/walk.h"

typedef struct {
  term value;
  uint32_t next; // index + 1 of the next assignment to the same variable
} assigned;

typedef VEC(assignment) assignments;

typedef struct {
  const program *p;
  bool *leads_on;  // by location id: there is a way to a bad sink
  bool *matters;   // by variable id
  uint32_t *first; // by variable id: index + 1 into 'values'
  VEC(assigned) values;
  term_set seen;
  term_vec found; // variables in the order in which they were met
} cone;

static void cone_init(cone *c, const program *p) {
  uint32_t count = program_variable_count(p) + 1;
  *c = (cone){.p = p};
  c->leads_on = program_ways(p);
  c->matters = mem_alloc(sizeof *c->matters * count);
  c->first = mem_alloc(sizeof *c->first * count);
}

static void cone_clear(cone *c) {
  mem_free(c->leads_on);
  mem_free(c->matters);
  mem_free(c->first);
  vec_free(&c->values);
  vec_free(&c->found);
  term_set_free(&c->seen);
}

static bool is_kept(const cone *c, edge e) {
  return c->leads_on[program_edge_to(c->p, e).id];
}

static void look_at_edges(cone *c) {
  const terms *tt = program_terms(c->p);
  for (uint32_t i = 1; i <= program_edge_count(c->p); i++) {
    if (!is_kept(c, (edge){i}))
      continue;
    const block *b = program_edge_block(c->p, (edge){i});
    term_variables(tt, &b->guard, 1, &c->seen, &c->found);
    for (uint32_t j = 0; j < b->assignment_count; j++) {
      uint32_t *first = &c->first[b->assignments[j].target.id];
      assigned a = {b->assignments[j].value, *first};
      vec_push(&c->values, a);
      *first = c->values.len;
    }
  }
}

static void close_cone(cone *c) {
  const terms *tt = program_terms(c->p);
  for (uint32_t done = 0; done < c->found.len; done++) {
    var v = program_variable_of(c->p, c->found.data[done]);
    if (v.id == 0)
      continue; // an input
    assert(!c->matters[v.id]);
    c->matters[v.id] = true;
    uint32_t i = c->first[v.id];
    for (; i != 0; i = c->values.data[i - 1].next)
      term_variables(tt, &c->values.data[i - 1].value, 1, &c->seen, &c->found);
  }
}

// The same inputs as before: executions ask for them in the same order.
static void copy_edge(const cone *c, edge e, assignments *kept, program *made) {
  block b = *program_edge_block(c->p, e);
  vec_clear(kept);
  if (!is_kept(c, e))
    b.guard = term_false(program_terms(c->p));
  for (uint32_t j = 0; is_kept(c, e) && j < b.assignment_count; j++)
    if (c->matters[b.assignments[j].target.id])
      vec_push(kept, b.assignments[j]);
  b.assignments = kept->data;
  b.assignment_count = kept->len;
  program_add_edge(made, program_edge_from(c->p, e), program_edge_to(c->p, e),
                   &b, program_edge(c->p, e));
}

static void copy_edges(const cone *c, program *made) {
  assignments kept = {0};
  for (uint32_t i = 1; i <= program_edge_count(c->p); i++) {
    assert(program_edge_count(made) == i - 1); // ids stay the same
    copy_edge(c, (edge){i}, &kept, made);
  }
  vec_free(&kept);
}

program *slice(const program *p) {
  cone c;
  cone_init(&c, p);
  look_at_edges(&c);
  close_cone(&c);
  program *made = program_new_like(p);
  program_copy_locations(made, p);
  copy_edges(&c, made);
  cone_clear(&c);
  return made;
}
