// SPDX-License-Identifier: Apache-2.0
// The common part of all solvers: dispatch, statistics, and values of terms.
//
// Backends only know values of variables. Terms are evaluated over these by the
// reference semantics (term/eval.h), so that a model means the same whichever
// solver found it; variables are fetched from the backend as they are met.
#include "base/mem.h"

#include <assert.h>

#include "smt/backend.h"
#include "smt/products.h"
#include "term/eval.h"
#include "term/walk.h"

struct solver {
  const solver_backend *backend;
  void *self;
  const env *env;
  terms *tt;
  smt_status status; // of the last check
  bool is_current;   // nothing changed since
  evaluator *model;
  term_set fetched; // terms whose variables the model has
  term_vec variables;
  arena *scratch;
};

static bool is_bits_term(const terms *tt, term t) {
  sort s = term_sort(tt, t);
  switch (sort_get_kind(tt, s)) {
  case SORT_INT:
  case SORT_REAL:
    return false;
  case SORT_ARRAY:
    return sort_get_kind(tt, sort_element(tt, s)) != SORT_ARRAY;
  case SORT_BOOL:
    return term_get_kind(tt, t) != TERM_EQ ||
           sort_get_kind(tt, term_sort(tt, term_arg(tt, t, 0))) != SORT_ARRAY;
  case SORT_BV:
    break;
  }
  return true;
}

bool solver_bits_knows(const terms *tt) {
  for (uint32_t i = 1; i < terms_count(tt); i++)
    if (!is_bits_term(tt, (term){i}))
      return false;
  return true;
}

solver *solver_new(const solver_backend *b, const env *e, terms *tt) {
  assert(b && e->options && e->stats);
  solver *s = mem_alloc(sizeof *s);
  s->backend = b;
  s->env = e;
  s->tt = tt;
  s->self = b->create(e, tt);
  s->status = SMT_UNKNOWN;
  return s;
}

void solver_free(solver *s) {
  if (!s)
    return;
  s->backend->destroy(s->self);
  if (s->model)
    eval_free(s->model);
  arena_free(s->scratch);
  term_set_free(&s->fetched);
  vec_free(&s->variables);
  mem_free(s);
}

void solver_set_limits(solver *s, const limits *l) {
  s->backend->set_limits(s->self, l);
}

void solver_set_conflicts(solver *s, uint32_t conflicts) {
  s->backend->set_conflicts(s->self, conflicts);
}

void solver_push(solver *s) {
  s->is_current = false;
  s->backend->push(s->self);
}

void solver_pop(solver *s) {
  s->is_current = false;
  s->backend->pop(s->self);
}

void solver_assert(solver *s, term formula) {
  assert(term_is_bool(s->tt, formula));
  s->is_current = false;
  double start = timer_start();
  s->backend->assert_formula(s->self, formula);
  timer_stop(&s->env->stats->time_solve, start);
}

// The old model's values are overwritten one by one as they are fetched again.
static void forget_model(solver *s) {
  term_set_clear(&s->fetched);
  if (s->model)
    eval_forget(s->model);
}

static smt_status note_answer(solver *s, smt_status status, double start) {
  timer_stop(&s->env->stats->time_solve, start);
  s->status = status;
  s->is_current = true;
  s->env->stats->solver_calls++;
  if (status == SMT_SAT)
    s->env->stats->solver_sat++;
  else if (status == SMT_UNSAT)
    env_note_refuted(s->env, start);
  return status;
}

smt_status solver_check(solver *s, const term *assumptions, uint32_t n) {
  forget_model(s);
  assert(assumptions || n == 0);
  double start = timer_start();
  return note_answer(s, s->backend->check(s->self, assumptions, n), start);
}

smt_status solver_check_alone(solver *s, term formula) {
  assert(term_is_bool(s->tt, formula));
  if (!s->backend->check_alone)
    return solver_check(s, &formula, 1);
  forget_model(s);
  double start = timer_start();
  return note_answer(s, s->backend->check_alone(s->self, formula), start);
}

const char *solver_reason(const solver *s) {
  assert(s->status == SMT_UNKNOWN);
  const char *reason = s->backend->reason(s->self);
  return reason ? reason : "the solver gave no reason";
}

// The default of the sort goes in too: the model may hold the value of an
// earlier check.
static void fetch_variable(solver *s, term v, arena *mem) {
  value x = s->backend->variable_value(s->self, v, mem);
  if (x.kind == VALUE_NONE)
    x = sort_default_value(s->tt, mem, term_sort(s->tt, v));
  eval_set(s->model, v, x);
}

value solver_value(solver *s, term t, arena *mem) {
  assert(s->status == SMT_SAT && s->is_current);
  assert(!term_is_none(t));
  if (!s->model) {
    s->model = eval_new(s->tt);
    s->scratch = arena_new();
  }
  vec_clear(&s->variables);
  term_variables(s->tt, &t, 1, &s->fetched, &s->variables);
  for (uint32_t i = 0; i < s->variables.len; i++)
    fetch_variable(s, s->variables.data[i], s->scratch);
  arena_reset(s->scratch);
  return value_copy(mem, eval_term(s->model, t));
}

bool solver_failed(const solver *s, uint32_t i) {
  assert(s->status == SMT_UNSAT && s->is_current);
  return s->backend->failed(s->self, i);
}

static const products *products_of(const solver *s) {
  return s->backend->products ? s->backend->products(s->self) : NULL;
}

uint32_t solver_fact_count(const solver *s) {
  const products *p = products_of(s);
  return p ? products_fact_count(p) : 0;
}

const algebra_fact *solver_fact(const solver *s, uint32_t i) {
  assert(i < solver_fact_count(s));
  return products_fact(products_of(s), i);
}
