// SPDX-License-Identifier: Apache-2.0
#include "interpolate/prover.h"

#include <assert.h>

#include "base/mem.h"

// After this many checks the solver is made anew: it is full of candidates
// that were tried and dropped. Translating the groups again is cheap against
// that many calls.
enum { CHECKS_PER_SOLVER = 4000 };

typedef struct {
  term guard;
  term_vec formulas;
  uint32_t asserted; // how many formulas the solver has
  term_set seen;     // nodes visited for 'variables'
  term_vec variables;
} group;

struct itp_prover {
  const env *env;
  terms *tt;
  limits limits; // of the current query
  bool has_limits;
  const solver_backend *backend; // NULL: not chosen yet
  solver *solver;                // NULL: none yet
  uint32_t checks;               // of this solver
  VEC(group) groups;
  itp_theories theories;
};

itp_prover *itp_prover_new(const env *e, terms *tt) {
  itp_prover *p = mem_alloc(sizeof *p);
  p->env = e;
  p->tt = tt;
  return p;
}

static void forget_formulas(group *g) {
  vec_clear(&g->formulas);
  vec_clear(&g->variables);
  term_set_free(&g->seen);
  g->seen = (term_set){0};
  g->asserted = 0;
}

void itp_prover_free(itp_prover *p) {
  if (p == NULL)
    return;
  for (uint32_t i = 0; i < p->groups.len; i++) {
    forget_formulas(&p->groups.data[i]);
    vec_free(&p->groups.data[i].formulas);
    vec_free(&p->groups.data[i].variables);
  }
  vec_free(&p->groups);
  if (p->solver != NULL)
    solver_free(p->solver);
  mem_free(p);
}

void itp_prover_set_limits(itp_prover *p, const limits *l) {
  p->limits = *l;
  p->has_limits = true;
  if (p->solver != NULL)
    solver_set_limits(p->solver, &p->limits);
}

uint32_t itp_prover_add_group(itp_prover *p) {
  group g = {.guard = term_fresh(p->tt, "itp_guard", sort_bool(p->tt))};
  vec_push(&p->groups, g);
  return p->groups.len - 1;
}

static group *group_at(const itp_prover *p, uint32_t i) {
  assert(i < p->groups.len);
  return &p->groups.data[i];
}

static void note_sort(itp_prover *p, sort s) {
  switch (sort_get_kind(p->tt, s)) {
  case SORT_BOOL:
    break;
  case SORT_BV:
    p->theories.bv = true;
    break;
  case SORT_INT:
  case SORT_REAL:
    p->theories.arithmetic = true;
    break;
  case SORT_ARRAY:
    p->theories.array = true;
    note_sort(p, sort_index(p->tt, s));
    note_sort(p, sort_element(p->tt, s));
    break;
  }
}

// Finds the variables and theories of what is new below the formula.
static void note_formula(itp_prover *p, group *g, term formula) {
  term_vec fresh = {0};
  term_postorder(p->tt, &formula, 1, &g->seen, &fresh);
  for (uint32_t i = 0; i < fresh.len; i++) {
    note_sort(p, term_sort(p->tt, fresh.data[i]));
    if (term_get_kind(p->tt, fresh.data[i]) == TERM_VARIABLE)
      vec_push(&g->variables, fresh.data[i]);
  }
  vec_free(&fresh);
}

void itp_prover_assert(itp_prover *p, uint32_t i, term formula) {
  assert(term_is_bool(p->tt, formula));
  group *g = group_at(p, i);
  if (term_is_true(p->tt, formula))
    return;
  vec_push(&g->formulas, formula);
  note_formula(p, g, formula);
}

void itp_prover_clear_group(itp_prover *p, uint32_t i) {
  group *g = group_at(p, i);
  if (g->asserted > 0) {
    // Lets the solver drop the old formulas for good.
    solver_assert(p->solver, term_not(p->tt, g->guard));
    g->guard = term_fresh(p->tt, "itp_guard", sort_bool(p->tt));
  }
  forget_formulas(g);
}

uint32_t itp_prover_group_count(const itp_prover *p) { return p->groups.len; }

term itp_prover_guard(const itp_prover *p, uint32_t i) {
  return group_at(p, i)->guard;
}

const term_vec *itp_prover_formulas(const itp_prover *p, uint32_t i) {
  return &group_at(p, i)->formulas;
}

const term_vec *itp_prover_variables(const itp_prover *p, uint32_t i) {
  return &group_at(p, i)->variables;
}

itp_theories itp_prover_theories(const itp_prover *p) { return p->theories; }

static void drop_solver(itp_prover *p) {
  if (p->solver != NULL)
    solver_free(p->solver);
  p->solver = NULL;
  p->checks = 0;
  for (uint32_t i = 0; i < p->groups.len; i++)
    p->groups.data[i].asserted = 0;
}

static void choose_solver(itp_prover *p) {
  const solver_backend *wanted =
      p->theories.arithmetic ? &solver_z3 : &solver_bits;
  // Once z3 was needed it stays: see itp_prover_check.
  if (p->backend != &solver_z3 && p->backend != wanted) {
    drop_solver(p);
    p->backend = wanted;
  }
  if (p->checks >= CHECKS_PER_SOLVER)
    drop_solver(p);
  if (p->solver == NULL) {
    p->solver = solver_new(p->backend, p->env, p->tt);
    if (p->has_limits)
      solver_set_limits(p->solver, &p->limits);
  }
}

static void assert_groups(itp_prover *p) {
  for (uint32_t i = 0; i < p->groups.len; i++) {
    group *g = &p->groups.data[i];
    for (; g->asserted < g->formulas.len; g->asserted++)
      solver_assert(p->solver, term_implies(p->tt, g->guard,
                                            g->formulas.data[g->asserted]));
  }
}

static smt_status check_once(itp_prover *p, const term *assumptions,
                             uint32_t n) {
  choose_solver(p);
  assert_groups(p);
  p->checks++;
  p->env->stats->itp_checks++;
  return solver_check(p->solver, assumptions, n);
}

static limit_kind stopped(const itp_prover *p) {
  return limits_stop(p->has_limits ? &p->limits : &p->env->limits);
}

smt_status itp_prover_check(itp_prover *p, const term *assumptions,
                            uint32_t n) {
  smt_status status = check_once(p, assumptions, n);
  // 'bits' says unknown, without a limit, only of what it cannot express.
  if (status == SMT_UNKNOWN && p->backend == &solver_bits &&
      stopped(p) == LIMIT_NONE) {
    drop_solver(p);
    p->backend = &solver_z3;
    status = check_once(p, assumptions, n);
  }
  return status;
}

const char *itp_prover_reason(const itp_prover *p) {
  assert(p->solver != NULL);
  return solver_reason(p->solver);
}

value itp_prover_value(itp_prover *p, term t, arena *mem) {
  assert(p->solver != NULL);
  return solver_value(p->solver, t, mem);
}

bool itp_prover_failed(const itp_prover *p, uint32_t i) {
  assert(p->solver != NULL);
  return solver_failed(p->solver, i);
}
