// SPDX-License-Identifier: Apache-2.0
// Two ways to decide a conjunction of groups and candidates.
//
// The incremental solver has every group translated and pays only for what is
// new; it answers nearly all questions in no time. But some are hard for bits
// and easy for words: that n = x + y + z survives a step of a program is sums
// that cancel (smt/preprocess.h). For these the formulas are simplified as a
// whole and what is left is asked of a solver made for it, at the price of
// doing all again. Neither is known to be better beforehand, so both may try a
// little in turns, then more; the one that answered last has the first turn at
// the next question.
#include "interpolate/prover.h"

#include <assert.h>

#include "base/mem.h"
#include "smt/preprocess.h"
#include "term/eval.h"

// After this many checks the solver is made anew: it is full of candidates
// that were tried and dropped. Translating the groups again is cheap against
// that many calls.
enum { CHECKS_PER_SOLVER = 4000 };

// Conflicts that a check may have in the first turn, the second, and so on; in
// the last it may have any number. Conflicts, not time: so the answers do not
// depend on how busy the machine is. Each turn has a price in units of effort;
// who has not enough left does not get it, and with limited effort there is no
// last turn.
typedef struct {
  uint32_t conflicts, effort;
} turn;

static const turn TURNS[] = {{100, 1}, {2000, 10}, {20000, 100}, {0, 1000}};
enum { TURN_COUNT = 4, FEW_TURNS = 2 };

typedef struct {
  term guard;
  term_vec formulas;
  uint32_t asserted; // how many formulas the solver has
  term_set seen;     // nodes visited for 'variables'
  uint32_t nodes;    // how many
  term_vec variables;
} group;

// The simplified form of one question, and its solver.
typedef struct {
  preprocess *formulas; // NULL: none
  solver *solver;
} words;

struct itp_prover {
  const env *env;
  terms *tt;
  limits limits;                 // of the current query
  const solver_backend *backend; // NULL: not chosen yet
  solver *solver;                // NULL: none yet
  bool has_scope;                // of the last question, open in the solver
  uint32_t checks;               // of this solver
  words words;                   // of the last question asked that way
  bool prefers_words;
  bool words_answered; // the last question; else the solver did
  uint64_t effort;     // that is left; UINT64_MAX: any
  strbuf reason;
  VEC(group) groups;
  itp_theories theories;
};

itp_prover *itp_prover_new(const env *e, terms *tt) {
  itp_prover *p = mem_alloc(sizeof *p);
  p->env = e;
  p->tt = tt;
  p->limits = e->limits;
  p->effort = UINT64_MAX;
  return p;
}

static void drop_words(itp_prover *p) {
  preprocess_free(p->words.formulas);
  if (p->words.solver != NULL)
    solver_free(p->words.solver);
  p->words = (words){0};
}

static void forget_formulas(group *g) {
  vec_clear(&g->formulas);
  vec_clear(&g->variables);
  term_set_free(&g->seen);
  g->seen = (term_set){0};
  g->nodes = 0;
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
  drop_words(p);
  if (p->solver != NULL)
    solver_free(p->solver);
  strbuf_free(&p->reason);
  mem_free(p);
}

void itp_prover_set_limits(itp_prover *p, const limits *l, uint32_t effort) {
  p->limits = *l;
  p->effort = effort == 0 ? UINT64_MAX : effort;
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
  g->nodes += fresh.len;
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

// The scope stays open after a check, because the answer can be asked for.
static void close_scope(itp_prover *p) {
  if (p->has_scope)
    solver_pop(p->solver);
  p->has_scope = false;
}

void itp_prover_clear_group(itp_prover *p, uint32_t i) {
  assert(i < p->groups.len);
  group *g = group_at(p, i);
  if (g->asserted > 0) {
    close_scope(p);
    // Lets the solver drop the old formulas for good.
    solver_assert(p->solver, term_not(p->tt, g->guard));
    g->guard = term_fresh(p->tt, "itp_guard", sort_bool(p->tt));
  }
  forget_formulas(g);
}

uint32_t itp_prover_group_count(const itp_prover *p) { return p->groups.len; }

term itp_prover_guard(const itp_prover *p, uint32_t i) {
  assert(i < p->groups.len);
  return group_at(p, i)->guard;
}

const term_vec *itp_prover_formulas(const itp_prover *p, uint32_t i) {
  assert(i < p->groups.len);
  return &group_at(p, i)->formulas;
}

const term_vec *itp_prover_variables(const itp_prover *p, uint32_t i) {
  assert(i < p->groups.len);
  return &group_at(p, i)->variables;
}

itp_theories itp_prover_theories(const itp_prover *p) { return p->theories; }

uint64_t itp_prover_size(const itp_prover *p) {
  uint64_t size = 0;
  for (uint32_t i = 0; i < p->groups.len; i++)
    size += p->groups.data[i].nodes;
  return size;
}

static void drop_solver(itp_prover *p) {
  if (p->solver != NULL)
    solver_free(p->solver);
  p->solver = NULL;
  p->has_scope = false;
  p->checks = 0;
  for (uint32_t i = 0; i < p->groups.len; i++)
    p->groups.data[i].asserted = 0;
}

static void choose_backend(itp_prover *p) {
  const solver_backend *wanted =
      p->theories.arithmetic ? &solver_z3 : &solver_bits;
  // Once z3 was needed it stays: see ask_solver.
  if (p->backend != &solver_z3 && p->backend != wanted) {
    drop_solver(p);
    p->backend = wanted;
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

static void set_reason(itp_prover *p, const char *reason) {
  strbuf_clear(&p->reason);
  strbuf_puts(&p->reason, reason);
}

// --- the incremental solver --------------------------------------------------

// Z3 repeats the values that it tried last. So what earlier questions assumed,
// groups and candidates, would be made true again wherever nothing forbids it:
// candidates live in a scope of their question, and groups that do not take
// part are assumed not to.
static smt_status check_in_scope(itp_prover *p, const term *assumptions,
                                 uint32_t n) {
  term_vec all = {0};
  term_set used = {0};
  for (uint32_t i = 0; i < n; i++) {
    vec_push(&all, assumptions[i]);
    term_set_add(&used, assumptions[i]);
  }
  for (uint32_t i = 0; i < p->groups.len; i++)
    if (!term_set_has(&used, p->groups.data[i].guard))
      vec_push(&all, term_not(p->tt, p->groups.data[i].guard));
  solver_push(p->solver);
  p->has_scope = true;
  smt_status status = solver_check(p->solver, all.data, all.len);
  vec_free(&all);
  term_set_free(&used);
  return status;
}

static smt_status ask_solver(itp_prover *p, const term *assumptions, uint32_t n,
                             uint32_t conflicts) {
  if (p->checks >= CHECKS_PER_SOLVER)
    drop_solver(p);
  if (p->solver == NULL)
    p->solver = solver_new(p->backend, p->env, p->tt);
  close_scope(p);
  assert_groups(p);
  p->checks++;
  p->words_answered = false;
  solver_set_limits(p->solver, &p->limits);
  solver_set_conflicts(p->solver, conflicts);
  smt_status status = p->backend == &solver_z3
                          ? check_in_scope(p, assumptions, n)
                          : solver_check(p->solver, assumptions, n);
  // Without any limit 'bits' says unknown only of what it cannot express.
  if (status == SMT_UNKNOWN && p->backend == &solver_bits && conflicts == 0 &&
      limits_stop(&p->limits) == LIMIT_NONE) {
    drop_solver(p);
    p->backend = &solver_z3;
    return ask_solver(p, assumptions, n, conflicts);
  }
  if (status == SMT_UNKNOWN)
    set_reason(p, solver_reason(p->solver));
  return status;
}

// --- word by word ------------------------------------------------------------

// The formulas of the group that t guards; NULL: t is no guard.
static const group *guarded_by(const itp_prover *p, term t) {
  for (uint32_t i = 0; i < p->groups.len; i++)
    if (term_eq(p->groups.data[i].guard, t))
      return &p->groups.data[i];
  return NULL;
}

static void add_words(itp_prover *p, const term *assumptions, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const group *g = guarded_by(p, assumptions[i]);
    if (g == NULL)
      preprocess_add(p->words.formulas, assumptions[i]);
    for (uint32_t k = 0; g != NULL && k < g->formulas.len; k++)
      preprocess_add(p->words.formulas, g->formulas.data[k]);
  }
}

static smt_status ask_words(itp_prover *p, const term *assumptions, uint32_t n,
                            uint32_t conflicts) {
  assert(p->backend != NULL);
  drop_words(p);
  p->words.formulas = preprocess_new(p->tt);
  p->words_answered = true;
  add_words(p, assumptions, n);
  if (!preprocess_run(p->words.formulas, &p->limits)) {
    set_reason(p, limit_name(limits_stop(&p->limits)));
    return SMT_UNKNOWN;
  }
  const term_vec *left = preprocess_formulas(p->words.formulas);
  if (left->len == 1 && term_is_false(p->tt, left->data[0]))
    return SMT_UNSAT;
  p->words.solver = solver_new(p->backend, p->env, p->tt);
  solver_set_limits(p->words.solver, &p->limits);
  solver_set_conflicts(p->words.solver, conflicts);
  for (uint32_t i = 0; i < left->len; i++)
    solver_assert(p->words.solver, left->data[i]);
  smt_status status = solver_check(p->words.solver, NULL, 0);
  if (status == SMT_UNKNOWN)
    set_reason(p, solver_reason(p->words.solver));
  return status;
}

static value words_value(itp_prover *p, term t, arena *mem) {
  assert(p->words.formulas != NULL && p->words.solver != NULL);
  term_set seen = {0};
  term_vec variables = {0};
  evaluator *e = eval_new(p->tt);
  term_variables(p->tt, &t, 1, &seen, &variables);
  for (uint32_t i = 0; i < variables.len; i++) {
    term left = preprocess_value(p->words.formulas, variables.data[i]);
    eval_set(e, variables.data[i], solver_value(p->words.solver, left, mem));
  }
  value v = value_copy(mem, eval_term(e, t));
  eval_free(e);
  vec_free(&variables);
  term_set_free(&seen);
  return v;
}

// --- in turns ----------------------------------------------------------------

static smt_status take_turn(itp_prover *p, bool by_words,
                            const term *assumptions, uint32_t n,
                            uint32_t conflicts) {
  smt_status status = by_words ? ask_words(p, assumptions, n, conflicts)
                               : ask_solver(p, assumptions, n, conflicts);
  if (status != SMT_UNKNOWN)
    p->prefers_words = by_words;
  return status;
}

// False: there is not enough effort left for the turn.
static bool pay(itp_prover *p, const turn *t) {
  if (p->effort == UINT64_MAX)
    return true;
  if (t->conflicts == 0 || p->effort < t->effort)
    return false;
  p->effort -= t->effort;
  return true;
}

static smt_status check_in_turns(itp_prover *p, const term *assumptions,
                                 uint32_t n, uint32_t turns) {
  p->env->stats->itp_checks++;
  choose_backend(p);
  for (uint32_t t = 0; t < turns; t++) {
    if (!pay(p, &TURNS[t])) {
      set_reason(p, "too much work");
      return SMT_UNKNOWN;
    }
    bool first = p->prefers_words;
    for (int i = 0; i < 2; i++) {
      limit_kind stop = limits_stop(&p->limits);
      if (stop != LIMIT_NONE) {
        set_reason(p, limit_name(stop));
        return SMT_UNKNOWN;
      }
      smt_status status = take_turn(p, i == 0 ? first : !first, assumptions, n,
                                    TURNS[t].conflicts);
      if (status != SMT_UNKNOWN)
        return status;
    }
  }
  return SMT_UNKNOWN;
}

smt_status itp_prover_check(itp_prover *p, const term *assumptions,
                            uint32_t n) {
  return check_in_turns(p, assumptions, n, TURN_COUNT);
}

smt_status itp_prover_try(itp_prover *p, const term *assumptions, uint32_t n) {
  return check_in_turns(p, assumptions, n, FEW_TURNS);
}

const char *itp_prover_reason(const itp_prover *p) {
  return strbuf_text(&p->reason);
}

value itp_prover_value(itp_prover *p, term t, arena *mem) {
  if (p->words_answered)
    return words_value(p, t, mem);
  assert(p->solver != NULL);
  return solver_value(p->solver, t, mem);
}

bool itp_prover_failed(const itp_prover *p, uint32_t i) {
  // A simplified conjunction does not know what it was made of.
  return p->words_answered || solver_failed(p->solver, i);
}
