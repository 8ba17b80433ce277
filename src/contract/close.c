// SPDX-License-Identifier: Apache-2.0
// From contracts to edges.
#include "contract/close.h"

#include <assert.h>

#include "base/mem.h"

typedef struct {
  program *p;
  terms *tt;
  const open_calls *o;
  const contracts *all;
  subst *at_call; // from the formals of a body to those of a call
} closing;

static term conjunction(const closing *c, const term_vec *parts) {
  return term_and_n(c->tt, parts->data, parts->len);
}

static void add_edge(const closing *c, loc from, loc to, const block *b,
                     source_pos pos) {
  assert(term_is_bool(c->tt, b->guard));
  edge_info info = {.kind = EDGE_PLAIN, .pos = pos};
  if (!term_is_false(c->tt, b->guard))
    program_add_edge(c->p, from, to, b, &info);
}

static void add_error(const closing *c, loc from, term bad, const char *text,
                      source_pos pos) {
  assert(term_is_bool(c->tt, bad) && text != NULL);
  edge_info info = {
      .kind = EDGE_ERROR, .pos = pos, .text = text, .property = PROPERTY_REACH};
  block b = {.guard = bad};
  if (!term_is_false(c->tt, bad))
    program_add_edge(c->p, from, c->o->error, &b, &info);
}

static void close_body(const closing *c, uint32_t k) {
  assert(k < c->o->functions.len && k < c->all->count);
  const open_function *f = &c->o->functions.data[k];
  if (f->at.id == 0)
    return; // it was not translated
  block b = {.guard = conjunction(c, &c->all->of[k].needs)};
  add_edge(c, f->at, f->to, &b, f->pos);
}

void close_bind_parameters(const program *p, const open_function *f, subst *s) {
  for (uint32_t k = 0; k < f->parameter_count; k++)
    subst_bind(s, program_variable_term(p, f->parameters[k].at_start),
               program_variable_term(p, f->parameters[k].at_call));
}

// The formals have the values of this call.
static void bind_formals(const closing *c, const open_call *call) {
  assert(call->function < c->o->functions.len);
  const open_function *f = &c->o->functions.data[call->function];
  assert(call->way.input_count == f->result_count);
  subst_clear(c->at_call);
  close_bind_parameters(c->p, f, c->at_call);
  for (uint32_t k = 0; k < f->result_count; k++)
    subst_bind(c->at_call, program_variable_term(c->p, f->results[k].at_return),
               call->way.inputs[k]);
}

static void close_call(const closing *c, const open_call *call) {
  const contract *its = &c->all->of[call->function];
  bind_formals(c, call);
  assert(call->at.id != 0 && call->to.id != 0);
  term needs = subst_apply(c->at_call, conjunction(c, &its->needs));
  term gives = subst_apply(c->at_call, conjunction(c, &its->gives));
  block way = call->way;
  way.guard = term_and(c->tt, needs, gives);
  add_edge(c, call->at, call->to, &way, call->pos);
  add_error(c, call->at, term_not(c->tt, needs), "a contract is not kept",
            call->pos);
}

static void close_return(const closing *c, const open_return *r) {
  assert(r->function < c->all->count);
  term gives = conjunction(c, &c->all->of[r->function].gives);
  block b = {.guard = gives};
  add_edge(c, r->at, r->to, &b, r->pos);
  add_error(c, r->at, term_not(c->tt, gives), "a contract is not kept", r->pos);
}

void contracts_close(program *p, const open_calls *o, const contracts *all) {
  terms *tt = program_terms(p);
  closing c = {p, tt, o, all, subst_new(tt)};
  assert(all->count == o->functions.len);
  for (uint32_t k = 0; k < o->functions.len; k++)
    close_body(&c, k);
  for (uint32_t k = 0; k < o->calls.len; k++)
    close_call(&c, &o->calls.data[k]);
  for (uint32_t k = 0; k < o->returns.len; k++)
    close_return(&c, &o->returns.data[k]);
  subst_free(c.at_call);
}

program *close_copy(const program *p, const open_calls *o,
                    const contracts *all) {
  assert(program_kind(p, o->error) == LOC_ERROR);
  program *copy = program_new_like(p);
  program_copy_locations(copy, p);
  assert(program_variable_count(copy) == program_variable_count(p));
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    edge e = {i};
    if (program_edge_to(p, e).id != o->error.id)
      program_add_edge(copy, program_edge_from(p, e), program_edge_to(p, e),
                       program_edge_block(p, e), program_edge(p, e));
  }
  contracts_close(copy, o, all);
  return copy;
}
