// SPDX-License-Identifier: Apache-2.0
// The syntactic invariants of a program, checked one by one.
//
// Frontends and program transformations are tested with this; a program that
// passes can still have overlapping guards, which program_run asserts.
#include <assert.h>
#include <inttypes.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "program/program.h"

typedef struct {
  const program *p;
  const terms *tt;
  strbuf *out;
  uint32_t *stamp; // by term id: the last edge that visited the term
  hmap allowed;    // inputs of the current edge
  hmap owner;      // input -> location whose out-edges use it
  term_vec stack;
} checker;

__attribute__((format(printf, 2, 3))) static bool
complain(checker *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  strbuf_vprintf(c->out, format, args);
  va_end(args);
  return false;
}

static bool check_location(checker *c, loc l) {
  loc_kind kind = program_kind(c->p, l);
  bool is_entry = l.id == program_entry(c->p).id;
  if ((kind == LOC_ENTRY) != is_entry)
    return complain(c, "location %" PRIu32 ": kind and entry disagree", l.id);
  if (is_entry && program_in_edges(c->p, l)->len > 0)
    return complain(c, "the entry has an in-edge");
  if (loc_is_sink(kind) && program_out_edges(c->p, l)->len > 0)
    return complain(c, "location %" PRIu32 ": a sink with an out-edge", l.id);
  return true;
}

static bool check_input(checker *c, edge e, term input) {
  if (program_input(c->p, input) == NULL)
    return complain(c, "edge %" PRIu32 ": not an input of the program", e.id);
  if (hmap_find(&c->allowed, input.id) != NULL)
    return complain(c, "edge %" PRIu32 ": an input is listed twice", e.id);
  hmap_put(&c->allowed, input.id, 1);
  uint32_t from = program_edge_from(c->p, e).id;
  uint64_t *owner = hmap_find(&c->owner, input.id);
  if (owner != NULL && *owner != from && !program_is_derived(c->p))
    return complain(c,
                    "edge %" PRIu32 ": input '%s' also belongs to location "
                    "%" PRIu64,
                    e.id, term_name(c->tt, input), *owner);
  hmap_put(&c->owner, input.id, from);
  return true;
}

static bool check_leaf(checker *c, edge e, term t) {
  if (term_get_kind(c->tt, t) != TERM_VARIABLE)
    return true;
  if (program_variable_of(c->p, t).id != 0)
    return true;
  if (hmap_find(&c->allowed, t.id) != NULL)
    return true;
  return complain(c,
                  "edge %" PRIu32 ": '%s' is neither a variable nor one of "
                  "the edge's inputs",
                  e.id, term_name(c->tt, t));
}

static bool check_symbols(checker *c, edge e, term root) {
  vec_clear(&c->stack);
  vec_push(&c->stack, root);
  while (c->stack.len > 0) {
    term t = vec_pop(&c->stack);
    assert(t.id != 0 && t.id < terms_count(c->tt));
    if (c->stamp[t.id] == e.id)
      continue;
    c->stamp[t.id] = e.id;
    if (!check_leaf(c, e, t))
      return false;
    for (uint32_t i = 0; i < term_arity(c->tt, t); i++)
      vec_push(&c->stack, term_arg(c->tt, t, i));
  }
  return true;
}

static bool check_assignment(checker *c, edge e, const block *b, uint32_t i) {
  assignment a = b->assignments[i];
  if (a.target.id == 0 || a.target.id > program_variable_count(c->p))
    return complain(c, "edge %" PRIu32 ": assigns to no variable", e.id);
  if (i > 0 && b->assignments[i - 1].target.id >= a.target.id)
    return complain(c, "edge %" PRIu32 ": assignments are not sorted", e.id);
  if (!sort_eq(term_sort(c->tt, a.value),
               program_variable(c->p, a.target)->sort))
    return complain(c, "edge %" PRIu32 ": sort of an assigned value", e.id);
  return check_symbols(c, e, a.value);
}

static bool check_edge(checker *c, edge e) {
  const block *b = program_edge_block(c->p, e);
  assert(b->assignment_count == 0 || b->assignments != NULL);
  assert(b->input_count == 0 || b->inputs != NULL);
  hmap_clear(&c->allowed);
  for (uint32_t i = 0; i < b->input_count; i++)
    if (!check_input(c, e, b->inputs[i]))
      return false;
  if (!term_is_bool(c->tt, b->guard))
    return complain(c, "edge %" PRIu32 ": the guard is not Boolean", e.id);
  if (!check_symbols(c, e, b->guard))
    return false;
  for (uint32_t i = 0; i < b->assignment_count; i++)
    if (!check_assignment(c, e, b, i))
      return false;
  return true;
}

static bool check_all(checker *c) {
  if (program_entry(c->p).id == 0)
    return complain(c, "no entry");
  for (uint32_t i = 1; i <= program_location_count(c->p); i++)
    if (!check_location(c, (loc){i}))
      return false;
  for (uint32_t i = 1; i <= program_edge_count(c->p); i++)
    if (!check_edge(c, (edge){i}))
      return false;
  return true;
}

bool program_validate(const program *p, strbuf *out) {
  checker c = {.p = p, .tt = program_terms(p), .out = out};
  c.stamp = mem_alloc(sizeof *c.stamp * (terms_count(c.tt) + 1));
  bool ok = check_all(&c);
  mem_free(c.stamp);
  hmap_free(&c.allowed);
  hmap_free(&c.owner);
  vec_free(&c.stack);
  return ok;
}
