// SPDX-License-Identifier: Apache-2.0
// The graph is flooded from the start of each part; every condition of the
// proof in docs/contracts.md is one function that refuses the program by a
// sentence.
#include "certify/contract/parts.h"

#include <assert.h>

#include "base/mem.h"

enum { CHOICE_BITS = 32 };

bool parts_refuse(parts *s, const char *why) {
  assert(s->why == NULL && why != NULL);
  s->why = why;
  return false;
}

const assignment *parts_assignment(const block *b, var v) {
  for (uint32_t i = 0; i < b->assignment_count; i++)
    if (b->assignments[i].target.id == v.id)
      return &b->assignments[i];
  return NULL;
}

term parts_value_behind(const program *p, const block *b, var v) {
  const assignment *a = parts_assignment(b, v);
  return a == NULL ? program_variable_term(p, v) : a->value;
}

// --- open ends ---------------------------------------------------------------

typedef struct {
  parts *s;
  bool *is_end; // by location: something is open here
  uint32_t *to; // by location: where it goes on from an open end; 0: nowhere
  loc_vec work;
} division;

static bool is_plain(const program *p, loc l) {
  return l.id != 0 && l.id <= program_location_count(p) &&
         program_location(p, l)->kind == LOC_PLAIN;
}

static bool add_end(division *d, loc at, loc to) {
  if (!is_plain(d->s->p, at) || d->is_end[at.id])
    return parts_refuse(d->s, "two open ends at one location");
  if (program_out_edges(d->s->p, at)->len > 0)
    return parts_refuse(d->s, "an edge leaves an open end");
  d->is_end[at.id] = true;
  d->to[at.id] = to.id;
  return true;
}

static bool add_body(division *d, const open_function *f) {
  if (!is_plain(d->s->p, f->to))
    return parts_refuse(d->s, "a body was not translated");
  return add_end(d, f->at, f->to);
}

static bool add_call(division *d, const open_call *c) {
  if (c->function >= d->s->o->functions.len || !is_plain(d->s->p, c->to))
    return parts_refuse(d->s, "a call of no function, or with no way on");
  return add_end(d, c->at, c->to);
}

static bool add_return(division *d, const open_return *r) {
  const program *p = d->s->p;
  if (r->function >= d->s->o->functions.len || r->to.id == 0 ||
      r->to.id > program_location_count(p) ||
      program_location(p, r->to)->kind != LOC_END)
    return parts_refuse(d->s, "a return of no function, or not to the end");
  return add_end(d, r->at, LOC_NONE);
}

static bool find_ends(division *d) {
  const open_calls *o = d->s->o;
  bool ok = true;
  for (uint32_t k = 0; ok && k < o->functions.len; k++)
    ok = add_body(d, &o->functions.data[k]);
  for (uint32_t k = 0; ok && k < o->calls.len; k++)
    ok = add_call(d, &o->calls.data[k]);
  for (uint32_t k = 0; ok && k < o->returns.len; k++)
    ok = add_return(d, &o->returns.data[k]);
  return ok;
}

// --- the entry ---------------------------------------------------------------

// The part that the guard chooses; UINT32_MAX: it is no such guard.
static uint32_t chosen(const parts *s, term guard) {
  for (uint32_t i = 0; term_get_kind(s->tt, guard) == TERM_EQ && i < 2; i++) {
    term number = term_arg(s->tt, guard, 1 - i);
    if (term_eq(term_arg(s->tt, guard, i), s->o->choice) &&
        term_is_value(s->tt, number))
      return (uint32_t)value_get_u64(term_get_value(s->tt, number));
  }
  return UINT32_MAX;
}

static bool read_start(parts *s, edge e) {
  const block *b = program_edge_block(s->p, e);
  loc to = program_edge_to(s->p, e);
  uint32_t part = chosen(s, b->guard);
  if (part > s->o->functions.len || s->starts[part].id != 0)
    return parts_refuse(s, "the entry does not choose one part");
  if (b->assignment_count != 0 || b->input_count != 1 ||
      !term_eq(b->inputs[0], s->o->choice))
    return parts_refuse(s, "the entry does more than choose");
  if (!is_plain(s->p, to) || program_in_edges(s->p, to)->len != 1)
    return parts_refuse(s, "a part starts where others get to");
  s->starts[part] = to;
  return true;
}

static bool is_choice(const parts *s) {
  term choice = s->o->choice;
  return !term_is_none(choice) && program_input(s->p, choice) != NULL &&
         sort_eq(term_sort(s->tt, choice),
                 sort_bv(program_terms(s->p), CHOICE_BITS));
}

static bool find_starts(parts *s) {
  const edge_vec *out = program_out_edges(s->p, program_entry(s->p));
  if (!is_choice(s) || out->len != s->o->functions.len + 1)
    return parts_refuse(s, "the entry does not lead to each part once");
  bool ok = true;
  for (uint32_t i = 0; ok && i < out->len; i++)
    ok = read_start(s, out->data[i]);
  return ok;
}

// --- the parts ---------------------------------------------------------------

static bool reach(division *d, loc l, uint32_t part) {
  uint32_t *of = &d->s->of[l.id];
  if (loc_is_sink(program_location(d->s->p, l)->kind) || *of == part + 1)
    return true;
  if (*of != 0 || l.id == program_entry(d->s->p).id)
    return parts_refuse(d->s, "two parts have a location in common");
  *of = part + 1;
  vec_push(&d->work, l);
  return true;
}

static bool flood(division *d, uint32_t part) {
  const program *p = d->s->p;
  bool ok = reach(d, d->s->starts[part], part);
  while (ok && d->work.len > 0) {
    loc l = vec_pop(&d->work);
    const edge_vec *out = program_out_edges(p, l);
    for (uint32_t i = 0; ok && i < out->len; i++)
      ok = reach(d, program_edge_to(p, out->data[i]), part);
    if (ok && d->to[l.id] != 0)
      ok = reach(d, (loc){d->to[l.id]}, part);
  }
  return ok;
}

// From the start there is no way but to where the parameters are set.
static bool begins_once(parts *s, uint32_t k) {
  const open_function *f = &s->o->functions.data[k];
  loc start = s->starts[k + 1];
  const edge_vec *in = program_in_edges(s->p, f->at);
  if (in->len != 1 || program_edge_from(s->p, in->data[0]).id != start.id)
    return parts_refuse(s, "a body has its parameters from elsewhere");
  const edge_vec *out = program_out_edges(s->p, start);
  for (uint32_t i = 0; i < out->len; i++) {
    loc to = program_edge_to(s->p, out->data[i]);
    if (to.id != f->at.id && !loc_is_sink(program_location(s->p, to)->kind))
      return parts_refuse(s, "a body begins without its parameters");
  }
  return true;
}

static bool returns_to_itself(parts *s, const open_return *r) {
  uint32_t part = s->of[r->at.id];
  return part == 0 || part == r->function + 2 ||
         parts_refuse(s, "a return of another function");
}

bool parts_divide(parts *s) {
  size_t n = (size_t)program_location_count(s->p) + 1;
  division d = {.s = s,
                .is_end = mem_alloc(n * sizeof *d.is_end),
                .to = mem_alloc(n * sizeof *d.to)};
  bool ok = find_ends(&d) && find_starts(s);
  for (uint32_t k = 0; ok && k <= s->o->functions.len; k++)
    ok = flood(&d, k);
  for (uint32_t k = 0; ok && k < s->o->functions.len; k++)
    ok = begins_once(s, k);
  for (uint32_t k = 0; ok && k < s->o->returns.len; k++)
    ok = returns_to_itself(s, &s->o->returns.data[k]);
  mem_free(d.is_end);
  mem_free(d.to);
  vec_free(&d.work);
  return ok;
}

// --- all ---------------------------------------------------------------------

const char *parts_check(const program *p, const open_calls *o) {
  parts s = {.p = p, .o = o, .tt = program_terms(p)};
  s.of = mem_alloc(sizeof *s.of * (program_location_count(p) + 1));
  s.starts = mem_alloc(sizeof *s.starts * (o->functions.len + 1));
  bool ok = parts_divide(&s) && formals_check(&s) && owners_check(&s);
  assert(ok == (s.why == NULL));
  mem_free(s.of);
  mem_free(s.starts);
  return ok ? NULL : s.why;
}
