// SPDX-License-Identifier: Apache-2.0
// A path is simple if each visit of a label differs in some variable from each
// earlier one; this counts only where the variables that the proof names are
// the whole state.
#include "certify/simple.h"

#include <assert.h>

#include "base/mem.h"
#include "term/walk.h"

// --- is it a whole state? ----------------------------------------------------

typedef struct {
  const program *p;
  const cuts *cuts;
  bool *is_named; // by variable id: by the proof
  term_set seen;
  term_vec found; // variables and inputs that something named depends on
} closure;

static bool name_variables(closure *c, const proof *of) {
  uint32_t count = program_variable_count(c->p);
  for (uint32_t i = 0; i < of->simple.len; i++) {
    uint32_t id = of->simple.data[i].id;
    if (id == 0 || id > count)
      return false;
    c->is_named[id] = true;
  }
  return true;
}

static void depend_on(closure *c, term t) {
  term_variables(program_terms(c->p), &t, 1, &c->seen, &c->found);
}

// What conditions, invariants and assignments to named variables read, on ways
// to bad sinks.
static void collect_reads(closure *c, const proof *of) {
  for (uint32_t i = 0; i < of->labels.len; i++)
    if (c->cuts->is_label[of->labels.data[i].location.id])
      depend_on(c, of->labels.data[i].invariant);
  for (uint32_t i = 1; i <= program_edge_count(c->p); i++) {
    if (!c->cuts->matters[program_edge_to(c->p, (edge){i}).id])
      continue;
    const block *b = program_edge_block(c->p, (edge){i});
    depend_on(c, b->guard);
    for (uint32_t j = 0; j < b->assignment_count; j++)
      if (c->is_named[b->assignments[j].target.id])
        depend_on(c, b->assignments[j].value);
  }
}

// Inputs are no part of a state: they are new each time.
static bool are_reads_named(const closure *c) {
  for (uint32_t i = 0; i < c->found.len; i++) {
    var v = program_variable_of(c->p, c->found.data[i]);
    if (v.id != 0 && !c->is_named[v.id])
      return false;
  }
  return true;
}

bool simple_is_closed(const program *p, const cuts *at, const proof *of) {
  assert(of->simple.len > 0);
  closure c = {.p = p, .cuts = at};
  c.is_named = mem_alloc(sizeof *c.is_named * (program_variable_count(p) + 1));
  bool is_closed = name_variables(&c, of);
  if (is_closed) {
    collect_reads(&c, of);
    is_closed = are_reads_named(&c);
  }
  mem_free(c.is_named);
  vec_free(&c.found);
  term_set_free(&c.seen);
  return is_closed;
}

// --- visits ------------------------------------------------------------------

void simple_add(simple_visits *v, const paths_arrival *a) {
  if (v->proof->simple.len > 0)
    vec_push(&v->seen, *a);
}

static term value_at(simple_visits *v, const paths_arrival *a, var x) {
  return paths_formula(v->paths, a,
                       program_variable_term(v->paths->program, x));
}

static term is_same(simple_visits *v, const paths_arrival *a,
                    const paths_arrival *b) {
  terms *tt = v->paths->tt;
  term same = paths_and(tt, a->reached, b->reached);
  for (uint32_t i = 0; i < v->proof->simple.len; i++) {
    var x = v->proof->simple.data[i];
    term left = value_at(v, a, x), right = value_at(v, b, x);
    if (!term_eq(left, right))
      same = paths_and(tt, same, term_eq_make(tt, left, right));
  }
  return same;
}

term simple_is_new(simple_visits *v, const paths_arrival *a, uint32_t earlier) {
  terms *tt = v->paths->tt;
  term is_new = term_true(tt);
  assert(earlier <= v->seen.len);
  for (uint32_t i = 0; i < earlier; i++)
    if (v->seen.data[i].at.id == a->at.id)
      is_new =
          paths_and(tt, is_new, term_not(tt, is_same(v, a, &v->seen.data[i])));
  return is_new;
}
