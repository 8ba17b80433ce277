// SPDX-License-Identifier: Apache-2.0
#include "transform/extended.h"

#include <assert.h>

#include "term/walk.h"

void extended_init(extended *x, const program *p) {
  *x = (extended){.program = program_new_like(p)};
  program_copy_locations(x->program, p);
  vec_push(&x->conditions, term_true(program_terms(p)));
}

void extended_clear(extended *x) {
  if (x->program != NULL)
    program_free(x->program);
  vec_free(&x->conditions);
}

// p's edge with more.
static void add_edge(program *to, const program *p, edge e, term condition,
                     const assignment *records, uint32_t count) {
  block b = *program_edge_block(p, e);
  VEC(assignment) all = {0};
  for (uint32_t i = 0; i < b.assignment_count; i++)
    vec_push(&all, b.assignments[i]);
  for (uint32_t i = 0; i < count; i++)
    vec_push(&all, records[i]);
  b.guard = term_and(program_terms(p), b.guard, condition);
  b.assignments = all.data;
  b.assignment_count = all.len;
  program_add_edge(to, program_edge_from(p, e), program_edge_to(p, e), &b,
                   program_edge(p, e));
  vec_free(&all);
}

void extended_add_edge(extended *x, const program *p, edge e, term condition,
                       const assignment *records, uint32_t count) {
  assert(x->conditions.len == e.id && "edges should come in order");
  add_edge(x->program, p, e, condition, records, count);
  vec_push(&x->conditions, condition);
}

// --- the same of another program ---------------------------------------------

static bool is_in(const term_vec *all, term t) {
  for (uint32_t i = 0; i < all->len; i++)
    if (term_eq(all->data[i], t))
      return true;
  return false;
}

// Constructors simplify: has the guard no other parts than these two have?
static bool has_just(const terms *tt, term guard, term old, term condition) {
  term_vec parts = {0}, known = {0};
  term_flatten(tt, TERM_AND, guard, &parts);
  term_flatten(tt, TERM_AND, old, &known);
  term_flatten(tt, TERM_AND, condition, &known);
  bool ok = true;
  for (uint32_t i = 0; i < parts.len && ok; i++)
    ok = is_in(&known, parts.data[i]);
  vec_free(&parts);
  vec_free(&known);
  return ok;
}

// The assignments of the extended edge to variables that the original lacks.
static uint32_t first_record(const block *b, const program *original) {
  uint32_t i = 0;
  while (i < b->assignment_count &&
         b->assignments[i].target.id <= program_variable_count(original))
    i++;
  return i;
}

program *extended_of(const extended *x, const program *original) {
  assert(program_edge_count(original) + 1 == x->conditions.len);
  const terms *tt = program_terms(original);
  program *made = program_new_like(x->program);
  program_copy_locations(made, original);
  bool ok = true;
  for (uint32_t i = 1; i <= program_edge_count(original) && ok; i++) {
    const block *b = program_edge_block(x->program, (edge){i});
    uint32_t first = first_record(b, original);
    term condition = x->conditions.data[i];
    add_edge(made, original, (edge){i}, condition, b->assignments + first,
             b->assignment_count - first);
    ok = has_just(tt, program_edge_block(made, (edge){i})->guard,
                  program_edge_block(original, (edge){i})->guard, condition);
  }
  if (ok)
    return made;
  program_free(made);
  return NULL;
}
