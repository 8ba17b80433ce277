// SPDX-License-Identifier: Apache-2.0
// The backend 'bits': terms to bits to clauses to CaDiCaL.
//
// Assertions wait until the next check, which alone is under the limits: it
// translates them, as far as it gets.
//
// One CaDiCaL lives as long as the solver. A scope is a guard literal: what is
// asserted in it holds if the guard does, a check assumes the guards of all
// open scopes, and closing a scope asserts its guard's complement. So nothing
// is ever taken back, and everything learned stays.
//
// Of arrays only that is said which a model breaks (sat/bitblast.h): a check
// goes on until its model is one of the arrays, too. Products of words are left
// open in the same way (smt/products.h), but for a judge.
//
// 'bits-proved' is the same for a judge: each check is one run of a fresh
// CaDiCaL that traces its proof, and "unsatisfiable" is only said after the
// independent checker of sat/proof.h has verified it. One run per CaDiCaL is
// what makes every step of the trace follow by unit propagation; only the
// graph is kept from check to check. What has to be said of arrays is found
// before, by a *scout*: a CaDiCaL that traces nothing and that can be asked
// again. It finds models, too, which need no proof. A judge takes no sum for
// another one (sat/summing.h).
#include "smt/backend.h"

#include <assert.h>

#include "base/mem.h"
#include "sat/aig.h"
#include "sat/bitblast.h"
#include "sat/cadical.h"
#include "sat/cnf.h"
#include "sat/proof.h"
#include "smt/products.h"

typedef struct {
  int guard;       // SAT variable, 0: nothing asserted yet
  const char *bad; // why an assertion could not be translated, NULL: fine
} scope;

// Both lists of these have increasing scopes, as only the innermost takes any.
typedef struct {
  term formula;
  uint32_t scope;
} waiting_formula;

typedef struct {
  aig_lit lit;
  uint32_t scope;
} asserted_literal;

typedef struct {
  const env *env;
  limits own_limits;
  uint32_t conflicts;   // of a check; 0: any number
  const limits *limits; // env's or own_limits
  bool proved;
  bool is_scouting; // proved: nothing is traced now
  aig *graph;
  bitblast *blast;
  cnf *cnf;
  cadical *sat;
  proof *proof;           // proved: of the check at work
  uint32_t constraints;   // so many of the blaster's are asserted
  uint32_t counted_nodes; // so many are in the statistics
  VEC(scope) scopes;      // scopes.data[0] is never closed
  VEC(waiting_formula) waiting;
  uint32_t waiting_done;          // so many of these are translated
  VEC(asserted_literal) asserted; // proved: what holds in the open scopes
  VEC(waiting_formula) held;      // not proved: the same as formulas
  products *products;             // NULL: proved
  VEC(int) assumptions;           // SAT literals, by position
  VEC(uint8_t) failed;            // by position, after UNSAT
  bitblast_model *model;          // of the last check
  bool has_model;
  const char *reason;
} bits_solver;

// --- the engine below ----------------------------------------------------

static void take_clause(void *data, const int *clause, uint32_t n) {
  bits_solver *s = data;
  s->env->stats->cnf_clauses++;
  if (s->proof)
    proof_add_original(s->proof, clause, n);
  if (s->sat)
    cadical_add(s->sat, clause, n);
}

static bool must_stop(void *data) {
  const bits_solver *s = data;
  return limits_stop(s->limits) != LIMIT_NONE;
}

static void open_engine(bits_solver *s) {
  s->cnf = cnf_new(s->graph, take_clause, s);
  bool is_traced = s->proved && !s->is_scouting;
  s->sat = cadical_new((int)s->env->options->seed, is_traced);
  if (s->sat)
    cadical_set_terminator(s->sat, must_stop, s);
  cnf_set_stop(s->cnf, must_stop, s);
  s->proof = is_traced ? proof_new() : NULL;
  s->constraints = 0;
}

static void close_engine(bits_solver *s) {
  cnf_free(s->cnf);
  cadical_free(s->sat);
  proof_free(s->proof);
  s->cnf = NULL;
  s->sat = NULL;
  s->proof = NULL;
}

static void forget_model(bits_solver *s) {
  bitblast_model_free(s->model);
  s->model = NULL;
  s->has_model = false;
}

// Asserts what the translation of arrays demanded since the last time.
static void add_constraints(bits_solver *s) {
  uint32_t n;
  bitblast_constraints(s->blast, &n);
  for (; s->constraints < n; s->constraints++)
    cnf_assert(s->cnf, bitblast_constraints(s->blast, &n)[s->constraints], 0);
}

// --- creation ------------------------------------------------------------

static bits_solver *make_solver(const env *e, terms *tt, bool proved) {
  bits_solver *s = mem_alloc(sizeof *s);
  s->env = e;
  s->limits = &e->limits;
  s->proved = proved;
  s->graph = aig_new();
  s->blast = bitblast_new(tt, s->graph);
  bitblast_set_stop(s->blast, must_stop, s);
  bitblast_set_lazy(s->blast);
  if (!proved)
    bitblast_set_summing(s->blast);
  if (!proved) {
    bitblast_set_lazy_products(s->blast);
    s->products = products_new(tt, s->blast, e);
  }
  vec_push(&s->scopes, ((scope){0, NULL}));
  if (!proved)
    open_engine(s);
  return s;
}

static void *bits_create(const env *e, terms *tt) {
  return make_solver(e, tt, false);
}

static void *proved_create(const env *e, terms *tt) {
  return make_solver(e, tt, true);
}

static void bits_destroy(void *self) {
  bits_solver *s = self;
  forget_model(s);
  close_engine(s);
  products_free(s->products);
  bitblast_free(s->blast);
  aig_free(s->graph);
  vec_free(&s->scopes);
  vec_free(&s->waiting);
  vec_free(&s->asserted);
  vec_free(&s->held);
  vec_free(&s->assumptions);
  vec_free(&s->failed);
  mem_free(s);
}

static void bits_set_limits(void *self, const limits *l) {
  bits_solver *s = self;
  s->own_limits = l ? *l : s->env->limits;
  s->limits = l ? &s->own_limits : &s->env->limits;
}

static void bits_set_conflicts(void *self, uint32_t conflicts) {
  bits_solver *s = self;
  s->conflicts = conflicts < INT32_MAX ? conflicts : 0;
}

// --- scopes and assertions -----------------------------------------------

static void bits_push(void *self) {
  bits_solver *s = self;
  vec_push(&s->scopes, ((scope){0, NULL}));
}

static void bits_pop(void *self) {
  bits_solver *s = self;
  assert(s->scopes.len > 1);
  forget_model(s);
  scope closed = vec_pop(&s->scopes);
  while (s->waiting.len > s->waiting_done &&
         vec_last(&s->waiting).scope == s->scopes.len)
    (void)vec_pop(&s->waiting);
  while (s->asserted.len > 0 && vec_last(&s->asserted).scope == s->scopes.len)
    (void)vec_pop(&s->asserted);
  while (s->held.len > 0 && vec_last(&s->held).scope == s->scopes.len)
    (void)vec_pop(&s->held);
  if (!s->proved && closed.guard != 0)
    take_clause(s, &(int){-closed.guard}, 1);
}

static void bits_assert(void *self, term formula) {
  bits_solver *s = self;
  forget_model(s);
  waiting_formula w = {formula, s->scopes.len - 1};
  vec_push(&s->waiting, w);
  if (!s->proved)
    vec_push(&s->held, w);
}

// The guard of a scope; 0 for what holds for good.
static int scope_guard(bits_solver *s, uint32_t number) {
  assert(!s->proved && number < s->scopes.len);
  scope *at = &s->scopes.data[number];
  if (number > 0 && at->guard == 0)
    at->guard = cnf_variable(s->cnf);
  return at->guard;
}

static void count_nodes(bits_solver *s) {
  s->env->stats->aig_nodes += aig_count(s->graph) - s->counted_nodes;
  s->counted_nodes = aig_count(s->graph);
}

static void assert_literal(bits_solver *s, aig_lit a, uint32_t number) {
  if (s->proved)
    vec_push(&s->asserted, ((asserted_literal){a, number}));
  else
    cnf_assert(s->cnf, a, scope_guard(s, number));
}

// Translates what was asserted since the last check. False: a limit.
static bool translate_waiting(bits_solver *s) {
  for (; s->waiting_done < s->waiting.len; s->waiting_done++) {
    waiting_formula w = s->waiting.data[s->waiting_done];
    aig_lit a;
    if (bitblast_formula(s->blast, w.formula, &a))
      assert_literal(s, a, w.scope);
    else if (bitblast_is_stopped(s->blast))
      return false;
    else
      s->scopes.data[w.scope].bad = bitblast_reason(s->blast);
  }
  vec_clear(&s->waiting);
  s->waiting_done = 0;
  return !must_stop(s);
}

// --- checking ------------------------------------------------------------

static smt_status unknown(bits_solver *s, const char *reason) {
  s->reason = reason;
  return SMT_UNKNOWN;
}

static smt_status unknown_limit(bits_solver *s) {
  return unknown(s, limit_name(limits_stop(s->limits)));
}

static const char *bad_assertion(const bits_solver *s) {
  for (uint32_t i = 0; i < s->scopes.len; i++)
    if (s->scopes.data[i].bad)
      return s->scopes.data[i].bad;
  return NULL;
}

// Translates everything, as far as it is not. SMT_UNKNOWN: there is a reason
// why that is not possible.
static smt_status translate(bits_solver *s, const term *assumptions,
                            uint32_t n) {
  if (must_stop(s) || !translate_waiting(s))
    return unknown_limit(s);
  if (bad_assertion(s))
    return unknown(s, bad_assertion(s));
  aig_lit a;
  for (uint32_t i = 0; i < n; i++)
    if (!bitblast_formula(s->blast, assumptions[i], &a))
      return bitblast_is_stopped(s->blast)
                 ? unknown_limit(s)
                 : unknown(s, bitblast_reason(s->blast));
  if (bitblast_broken(s->blast))
    return unknown(s, bitblast_broken(s->blast));
  return SMT_SAT;
}

// Before anything is assumed, because CaDiCaL forgets assumptions when clauses
// are added.
static void make_assumptions(bits_solver *s, const term *formulas, uint32_t n) {
  vec_clear(&s->assumptions);
  for (uint32_t i = 0; i < n; i++) {
    aig_lit a = AIG_FALSE;
    bool ok = bitblast_formula(s->blast, formulas[i], &a);
    assert(ok && "an assumption should be translated before");
    (void)ok;
    vec_push(&s->assumptions, cnf_literal(s->cnf, a));
  }
  add_constraints(s);
}

static void assume_all(bits_solver *s) {
  for (uint32_t i = 0; i < s->scopes.len; i++)
    if (s->scopes.data[i].guard != 0)
      cadical_assume(s->sat, s->scopes.data[i].guard);
  for (uint32_t i = 0; i < s->assumptions.len; i++)
    cadical_assume(s->sat, s->assumptions.data[i]);
}

static void note_failed(bits_solver *s) {
  vec_clear(&s->failed);
  for (uint32_t i = 0; i < s->assumptions.len; i++)
    vec_push(&s->failed, cadical_failed(s->sat, s->assumptions.data[i]));
}

// Has the proof of the last answer a goal that follows? The goal: not all
// failed assumptions hold.
static proof_status check_proof(bits_solver *s) {
  assert(s->proof && s->failed.len == s->assumptions.len);
  VEC(int) goal = {0};
  for (uint32_t i = 0; i < s->assumptions.len; i++)
    if (s->failed.data[i])
      vec_push(&goal, -s->assumptions.data[i]);
  size_t size;
  const uint8_t *trace = cadical_proof(s->sat, &size);
  proof_status answer = PROOF_REJECTED;
  if (proof_add_trace(s->proof, trace, size))
    answer =
        proof_check(s->proof, PROOF_BACKWARD, goal.data, goal.len, s->limits);
  vec_free(&goal);
  return answer;
}

static smt_status judge_unsat(bits_solver *s) {
  if (!s->proved || s->is_scouting)
    return SMT_UNSAT;
  switch (check_proof(s)) {
  case PROOF_VERIFIED:
    s->env->stats->proofs_checked++;
    return SMT_UNSAT;
  case PROOF_STOPPED:
    return unknown_limit(s);
  case PROOF_REJECTED:
    break;
  }
  s->env->stats->proofs_rejected++;
  return unknown(s, "proof check failed");
}

static smt_status solve(bits_solver *s) {
  if (!s->sat)
    return unknown(s, limit_name(LIMIT_MEMORY));
  assume_all(s);
  if (s->conflicts > 0)
    cadical_limit_conflicts(s->sat, (int)s->conflicts);
  switch (cadical_solve(s->sat)) {
  case CADICAL_SAT:
    s->has_model = true;
    return SMT_SAT;
  case CADICAL_UNSAT:
    note_failed(s);
    return judge_unsat(s);
  case CADICAL_STOPPED:
    return limits_stop(s->limits) == LIMIT_NONE ? unknown(s, "conflict limit")
                                                : unknown_limit(s);
  case CADICAL_NO_MEMORY:
    break;
  }
  return unknown(s, limit_name(LIMIT_MEMORY));
}

// Brings everything to CaDiCaL; SMT_UNKNOWN: there is a reason why not.
static smt_status prepare(bits_solver *s, const term *assumptions, uint32_t n) {
  smt_status ready = translate(s, assumptions, n);
  if (ready == SMT_UNKNOWN)
    return ready;
  make_assumptions(s, assumptions, n);
  return cnf_settle(s->cnf) ? SMT_SAT : unknown_limit(s);
}

// An input that no clause mentions may have any value.
static bool input_value(void *data, aig_lit input) {
  assert(!aig_sign(input));
  bits_solver *s = data;
  int v = cnf_input_variable(s->cnf, input);
  return v != 0 && cadical_value(s->sat, v);
}

// A fact holds for good, whatever the scope is that asked for it. What it is
// made of has been translated, but for small terms.
static bool assert_fact(bits_solver *s, term fact) {
  aig_lit a;
  bool ok = bitblast_formula(s->blast, fact, &a);
  if (ok)
    cnf_assert(s->cnf, a, 0);
  return ok;
}

// Whether the model is one of the products, too; else it is excluded now.
static smt_status accept_products(bits_solver *s, const term *assumptions,
                                  uint32_t n) {
  term_vec formulas = {0};
  term fact;
  for (uint32_t i = 0; i < s->held.len; i++)
    vec_push(&formulas, s->held.data[i].formula);
  for (uint32_t i = 0; i < n; i++)
    vec_push(&formulas, assumptions[i]);
  bool is_brief = s->conflicts > 0;
  products_status status = products_refine(s->products, s->model, &formulas,
                                           is_brief, s->limits, &fact);
  vec_free(&formulas);
  if (status == PRODUCTS_FINE)
    return SMT_SAT;
  forget_model(s);
  if (status == PRODUCTS_LARGE)
    return unknown(s, "large products");
  bool is_stopped = status == PRODUCTS_STOPPED ||
                    (status == PRODUCTS_FACT && !assert_fact(s, fact));
  return is_stopped ? unknown_limit(s) : SMT_UNSAT;
}

// Is the model one of arrays and products, too? SMT_UNSAT: it is not, and is
// excluded now.
static smt_status accept_model(bits_solver *s, const term *assumptions,
                               uint32_t n) {
  s->model = bitblast_model_new(s->blast, input_value, s);
  uint32_t made = bitblast_refine(s->blast, s->model);
  s->env->stats->array_lemmas += made;
  if (made > 0)
    forget_model(s);
  if (made > 0 || !bitblast_has_open_products(s->blast))
    return made > 0 ? SMT_UNSAT : SMT_SAT;
  return accept_products(s, assumptions, n);
}

// Asks until there is an answer that is one for arrays and products, too.
static smt_status check_models(bits_solver *s, const term *assumptions,
                               uint32_t n) {
  smt_status answer, accepted = SMT_SAT;
  do {
    forget_model(s);
    smt_status ready = prepare(s, assumptions, n);
    count_nodes(s);
    answer = ready == SMT_UNKNOWN ? ready : solve(s);
    if (answer == SMT_SAT)
      accepted = accept_model(s, assumptions, n);
  } while (answer == SMT_SAT && accepted == SMT_UNSAT);
  return answer == SMT_SAT ? accepted : answer;
}

static smt_status bits_check(void *self, const term *assumptions, uint32_t n) {
  bits_solver *s = self;
  s->reason = NULL;
  return check_models(s, assumptions, n);
}

static smt_status check_anew(bits_solver *s, const term *assumptions,
                             uint32_t n, bool is_scouting) {
  s->is_scouting = is_scouting;
  forget_model(s);
  close_engine(s);
  open_engine(s);
  for (uint32_t i = 0; i < s->asserted.len; i++)
    cnf_assert(s->cnf, s->asserted.data[i].lit, 0);
  return check_models(s, assumptions, n);
}

// What the scout refutes, the traced run refutes with what the scout had to
// say about arrays.
static smt_status proved_check(void *self, const term *assumptions,
                               uint32_t n) {
  bits_solver *s = self;
  s->reason = NULL;
  if (translate(s, assumptions, n) == SMT_UNKNOWN)
    return SMT_UNKNOWN;
  if (bitblast_is_partial(s->blast)) {
    smt_status answer = check_anew(s, assumptions, n, true);
    if (answer != SMT_UNSAT)
      return answer;
  }
  return check_anew(s, assumptions, n, false);
}

static const char *bits_reason(const void *self) {
  return ((const bits_solver *)self)->reason;
}

static bool bits_failed(const void *self, uint32_t i) {
  const bits_solver *s = self;
  assert(i < s->failed.len);
  return s->failed.data[i] != 0;
}

static const products *bits_products(const void *self) {
  return ((const bits_solver *)self)->products;
}

// --- models --------------------------------------------------------------

static value bits_variable_value(void *self, term variable, arena *mem) {
  bits_solver *s = self;
  assert(s->has_model && s->model);
  return bitblast_model_get(s->model, variable, mem);
}

const solver_backend solver_bits = {
    .name = "bits",
    .create = bits_create,
    .destroy = bits_destroy,
    .set_limits = bits_set_limits,
    .set_conflicts = bits_set_conflicts,
    .push = bits_push,
    .pop = bits_pop,
    .assert_formula = bits_assert,
    .check = bits_check,
    .reason = bits_reason,
    .variable_value = bits_variable_value,
    .failed = bits_failed,
    .products = bits_products,
};

const solver_backend solver_bits_proved = {
    .name = "bits-proved",
    .create = proved_create,
    .destroy = bits_destroy,
    .set_limits = bits_set_limits,
    .set_conflicts = bits_set_conflicts,
    .push = bits_push,
    .pop = bits_pop,
    .assert_formula = bits_assert,
    .check = proved_check,
    .reason = bits_reason,
    .variable_value = bits_variable_value,
    .failed = bits_failed,
    .products = bits_products,
};
