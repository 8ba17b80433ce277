// SPDX-License-Identifier: Apache-2.0
// Nothing here is shared with src/contract, which closes programs to search
// them: an error there makes proofs that are refused here.
#include "certify/contract/closed.h"

#include <assert.h>
#include <stddef.h>

#include "base/hmap.h"
#include "base/strbuf.h"
#include "certify/answer.h"
#include "certify/contract/parts.h"
#include "term/subst.h"
#include "term/walk.h"

// --- what contracts speak of -------------------------------------------------

typedef struct {
  const contracted *c;
  const open_function *f;
  hmap words; // ids of terms
} vocabulary;

static void add_word(vocabulary *v, var formal) {
  hmap_put(&v->words, program_variable_term(v->c->open, formal).id, 1);
}

static bool is_said_with(const vocabulary *v, const term_vec *conjuncts) {
  const terms *tt = program_terms(v->c->open);
  term_set seen = {0};
  term_vec found = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < conjuncts->len; i++)
    ok = !term_is_none(conjuncts->data[i]) &&
         term_is_bool(tt, conjuncts->data[i]);
  if (ok)
    term_variables(tt, conjuncts->data, conjuncts->len, &seen, &found);
  for (uint32_t i = 0; ok && i < found.len; i++)
    ok = hmap_find(&v->words, found.data[i].id) != NULL;
  term_set_free(&seen);
  vec_free(&found);
  return ok;
}

static const char *check_contract(const contracted *c, uint32_t k) {
  vocabulary v = {.c = c, .f = &c->calls.functions.data[k]};
  const char *why = NULL;
  for (uint32_t i = 0; i < v.f->parameter_count; i++)
    add_word(&v, v.f->parameters[i].at_start);
  if (!is_said_with(&v, &c->contracts.of[k].needs))
    why = "needs speaks of more than what a body begins with";
  for (uint32_t i = 0; i < v.f->result_count; i++)
    add_word(&v, v.f->results[i].at_return);
  if (why == NULL && !is_said_with(&v, &c->contracts.of[k].gives))
    why = "gives speaks of more than parameters and results";
  hmap_free(&v.words);
  return why;
}

const char *closed_check(const contracted *c) {
  if (c->contracts.count != c->calls.functions.len)
    return "not every function has one contract";
  loc error = c->calls.error;
  if (error.id == 0 || error.id > program_location_count(c->open) ||
      program_location(c->open, error)->kind != LOC_ERROR)
    return "there is no error to lead to";
  const char *why = NULL;
  for (uint32_t k = 0; why == NULL && k < c->contracts.count; k++)
    why = check_contract(c, k);
  return why;
}

// --- closing -----------------------------------------------------------------

typedef struct {
  const contracted *c;
  program *p;
  terms *tt;
  subst *at_call;
} closing;

static term all_of(const closing *x, const term_vec *conjuncts) {
  return term_and_n(x->tt, conjuncts->data, conjuncts->len);
}

static void add(const closing *x, loc from, loc to, const block *b,
                source_pos pos) {
  bool is_error = to.id == x->c->calls.error.id;
  edge_info info = {.kind = is_error ? EDGE_ERROR : EDGE_PLAIN,
                    .pos = pos,
                    .text = is_error ? "a contract is not kept" : NULL};
  if (!term_is_false(x->tt, b->guard))
    program_add_edge(x->p, from, to, b, &info);
}

static void add_if(const closing *x, loc from, loc to, term guard,
                   source_pos pos) {
  block b = {.guard = guard};
  add(x, from, to, &b, pos);
}

static void see_from_call(const closing *x, const open_function *f,
                          const block *way) {
  const program *p = x->c->open;
  subst_clear(x->at_call);
  for (uint32_t i = 0; i < f->parameter_count; i++)
    subst_bind(x->at_call, program_variable_term(p, f->parameters[i].at_start),
               program_variable_term(p, f->parameters[i].at_call));
  for (uint32_t i = 0; i < f->result_count; i++)
    subst_bind(x->at_call, program_variable_term(p, f->results[i].at_return),
               way->inputs[i]);
}

static void close_call(const closing *x, const open_call *call) {
  const contract *its = &x->c->contracts.of[call->function];
  see_from_call(x, &x->c->calls.functions.data[call->function], &call->way);
  term needs = subst_apply(x->at_call, all_of(x, &its->needs));
  term gives = subst_apply(x->at_call, all_of(x, &its->gives));
  block way = call->way;
  way.guard = term_and(x->tt, needs, gives);
  add(x, call->at, call->to, &way, call->pos);
  add_if(x, call->at, x->c->calls.error, term_not(x->tt, needs), call->pos);
}

static void close_return(const closing *x, const open_return *r) {
  term gives = all_of(x, &x->c->contracts.of[r->function].gives);
  add_if(x, r->at, r->to, gives, r->pos);
  add_if(x, r->at, x->c->calls.error, term_not(x->tt, gives), r->pos);
}

program *closed_make(const contracted *c) {
  terms *tt = program_terms(c->open);
  closing x = {c, program_copy(c->open), tt, subst_new(tt)};
  const open_calls *o = &c->calls;
  for (uint32_t k = 0; k < o->functions.len; k++) {
    const open_function *f = &o->functions.data[k];
    add_if(&x, f->at, f->to, all_of(&x, &c->contracts.of[k].needs), f->pos);
  }
  for (uint32_t k = 0; k < o->calls.len; k++)
    close_call(&x, &o->calls.data[k]);
  for (uint32_t k = 0; k < o->returns.len; k++)
    close_return(&x, &o->returns.data[k]);
  subst_free(x.at_call);
  return x.p;
}

// --- judging -----------------------------------------------------------------

bool certify_parts(const program *open, const open_calls *calls) {
  return parts_check(open, calls) == NULL;
}

// A program that a front end could have made: all that is mentioned has a
// meaning, and no input is shared between locations.
static bool is_valid(const program *p) {
  strbuf why = {0};
  bool ok = program_validate(p, &why);
  strbuf_free(&why);
  return ok;
}

certificate certify_contracts(const env *e, const contracted *c,
                              const result *r) {
  assert(e && c && c->open && r);
  const char *why = parts_check(c->open, &c->calls);
  if (why == NULL)
    why = closed_check(c);
  if (why != NULL)
    return answer_make(CERTIFY_REFUTED, "contracts: %s", why);
  program *closed = closed_make(c);
  certificate answer =
      is_valid(closed)
          ? certify_proof(e, closed, r)
          : answer_make(CERTIFY_REFUTED, "contracts: not a program");
  program_free(closed);
  return answer;
}
