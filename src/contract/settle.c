// SPDX-License-Identifier: Apache-2.0
// Candidates, filtered by induction.
//
// C. Flanagan, K. R. M. Leino: "Houdini, an Annotation Assistant for ESC/Java"
// (FME 2001). All candidates are assumed at once. A run of some part of the
// program that violates one removes all that it violates, until there is none.
// Runs through loops are not looked for: the engines will, and then say that
// the contracts do not hold.
#include "contract/settle.h"

#include <assert.h>

#include "contract/close.h"
#include "encode/summarize.h"
#include "program/run.h"
#include "smt/solver.h"
#include "term/walk.h"

enum { MOST_CONFLICTS = 5000, MOST_ROUNDS = 1000 };

typedef struct {
  const env *env;
  const program *p;
  const open_calls *o;
  contracts *c;
  terms *tt;
  solver *solver;
  const program *closed; // with the candidates of this round
  arena *mem;            // of a model
  uint32_t dropped;      // in this round
} settling;

// --- dropping ----------------------------------------------------------------

static void drop_if(settling *s, term_vec *parts, evaluator *state, subst *as) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < parts->len; i++) {
    term t = as == NULL ? parts->data[i] : subst_apply(as, parts->data[i]);
    if (eval_is_true(state, t))
      parts->data[kept++] = parts->data[i];
  }
  s->dropped += parts->len - kept;
  assert(kept <= parts->len);
  parts->len = kept;
}

static void drop_needs(settling *s, const open_call *c, evaluator *state) {
  assert(c->function < s->c->count);
  const open_function *f = &s->o->functions.data[c->function];
  subst *as = subst_new(s->tt);
  close_bind_parameters(s->p, f, as);
  drop_if(s, &s->c->of[c->function].needs, state, as);
  subst_free(as);
}

// The run has come to the error from an open end.
static bool look(void *data, edge e, evaluator *state) {
  settling *s = data;
  assert(s->closed != NULL);
  if (program_edge_to(s->closed, e).id != s->o->error.id)
    return true;
  loc from = program_edge_from(s->closed, e);
  eval_forget(state);
  for (uint32_t k = 0; k < s->o->calls.len; k++)
    if (s->o->calls.data[k].at.id == from.id)
      drop_needs(s, &s->o->calls.data[k], state);
  for (uint32_t k = 0; k < s->o->returns.len; k++)
    if (s->o->returns.data[k].at.id == from.id)
      drop_if(s, &s->c->of[s->o->returns.data[k].function].gives, state, NULL);
  return false;
}

static value model_value(settling *s, term t) {
  return solver_value(s->solver, t, s->mem);
}

static value give_initial(void *data, var v) {
  settling *s = data;
  assert(s->closed != NULL);
  return model_value(s, program_variable_term(s->closed, v));
}

static value give_input(void *data, loc at, term input) {
  (void)at;
  return model_value(data, input);
}

// Drops what the model of the last question violates.
static void drop_violated(settling *s) {
  run_hooks hooks = {
      .initial = give_initial, .input = give_input, .step = look, .data = s};
  program_run(s->closed, &hooks, program_location_count(s->closed) + 1,
              &s->env->limits);
  arena_reset(s->mem);
}

// --- questions too hard ------------------------------------------------------

static void drop_products(settling *s) {
  for (uint32_t k = 0; k < s->c->count; k++) {
    term_vec *parts = &s->c->of[k].gives;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < parts->len; i++)
      if (!term_has_products(s->tt, parts->data[i]))
        parts->data[kept++] = parts->data[i];
    s->dropped += parts->len - kept;
    parts->len = kept;
  }
}

// --- rounds ------------------------------------------------------------------

// What leads from the entry to the error without going round a loop.
static term violation(const settling *s, const program *blocks) {
  assert(program_is_derived(blocks));
  term all = term_false(s->tt);
  const edge_vec *out = program_out_edges(blocks, program_entry(blocks));
  for (uint32_t i = 0; i < out->len; i++) {
    loc to = program_edge_to(blocks, out->data[i]);
    if (program_kind(blocks, to) == LOC_ERROR)
      all =
          term_or(s->tt, all, program_edge_block(blocks, out->data[i])->guard);
  }
  return all;
}

static bool settle_once(settling *s) {
  s->dropped = 0;
  program *closed = close_copy(s->p, s->o, s->c);
  program *blocks = summarize(closed, &s->env->limits);
  s->closed = closed;
  if (blocks != NULL) {
    term bad = violation(s, blocks);
    smt_status status = solver_check(s->solver, &bad, 1);
    if (status == SMT_SAT)
      drop_violated(s);
    else if (status == SMT_UNKNOWN)
      drop_products(s);
    program_free(blocks);
  }
  program_free(closed);
  return s->dropped > 0;
}

// --- minimizing --------------------------------------------------------------

// Leaves out what follows from the others, the last ones first: those are the
// special cases. The contract stays the same.
static void minimize(settling *s, term_vec *parts) {
  for (uint32_t i = parts->len; i-- > 0;) {
    term kept = parts->data[i];
    parts->data[i] = term_not(s->tt, kept);
    bool follows =
        solver_check(s->solver, parts->data, parts->len) == SMT_UNSAT;
    assert(parts->len > i);
    parts->data[i] = kept;
    if (!follows)
      continue;
    for (uint32_t j = i + 1; j < parts->len; j++)
      parts->data[j - 1] = parts->data[j];
    parts->len--;
  }
}

void settle(const env *e, const program *p, const open_calls *o, contracts *c) {
  assert(c->count == o->functions.len && "one contract for each function");
  assert(program_kind(p, o->error) == LOC_ERROR);
  terms *tt = program_terms(p);
  settling s = {.env = e,
                .p = p,
                .o = o,
                .c = c,
                .tt = tt,
                .mem = arena_new(),
                .solver = solver_new(&solver_bits, e, tt)};
  solver_set_conflicts(s.solver, MOST_CONFLICTS);
  for (uint32_t round = 0; round < MOST_ROUNDS && settle_once(&s); round++)
    if (limits_stop(&e->limits) != LIMIT_NONE)
      break;
  for (uint32_t k = 0; k < c->count; k++) {
    minimize(&s, &c->of[k].needs);
    minimize(&s, &c->of[k].gives);
  }
  solver_free(s.solver);
  arena_free(s.mem);
}
