// SPDX-License-Identifier: Apache-2.0
// The backend 'z3'.
//
// While a problem has only Booleans and bit-vectors, Z3's incremental SAT-based
// solver (logic QF_BV) answers; the first term of another sort moves the
// assertions to the general solver. Translations and values are in
// backend_z3_terms.c, limits in backend_z3_watch.c.
//
// The backend 'z3-simplex' is a second opinion on numbers: the same core
// without Z3's choice of tactics and without its preprocessing, and with its
// older arithmetic (a simplex of its own, arith.solver 2), which shares no code
// with the one that the general solver uses.
#include "smt/backend.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "smt/backend_z3.h"
#include "term/walk.h"

// A Boolean constant that implies a formula. Assumptions are always such names,
// because Z3 forgets a formula that it simplifies to a constant when it tells
// which assumptions failed.
typedef struct {
  Z3_ast name;       // referenced
  uint32_t position; // of its definition in 'asserted', UINT32_MAX: none
} proxy;

typedef struct {
  const env *env;
  limits own_limits;
  const limits *limits;
  uint32_t conflicts; // of a check; 0: any number
  uint64_t charged;   // units of Z3 that were counted as work
  Z3_context ctx;
  Z3_solver solver;
  bool is_second; // z3-simplex
  bool for_bits;  // which of the two solvers it is
  z3_terms terms;
  VEC(Z3_ast) asserted;    // in open scopes, referenced; NULL: refused
  uint32_t refused;        // how many of them are NULL
  VEC(uint32_t) scopes;    // number of assertions at each open scope
  VEC(Z3_ast) assumptions; // of the last check
  hmap proxy_numbers;      // assumed term -> position in proxies
  VEC(proxy) proxies;
  VEC(uint32_t) active; // proxies that are defined, in order of position
  VEC(uint8_t) failed;
  Z3_model model; // NULL: not asked for
  strbuf reason;
} z3_solver;

// --- creation ------------------------------------------------------------

enum { OLD_ARITHMETIC = 2 };

static void configure_solver(z3_solver *s) {
  Z3_params p = Z3_mk_params(s->ctx);
  Z3_params_inc_ref(s->ctx, p);
  Z3_params_set_uint(s->ctx, p, Z3_mk_string_symbol(s->ctx, "random_seed"),
                     (unsigned)s->env->options->seed);
  Z3_params_set_uint(s->ctx, p, Z3_mk_string_symbol(s->ctx, "max_conflicts"),
                     s->conflicts > 0 ? s->conflicts : UINT32_MAX);
  Z3_params_set_uint(s->ctx, p, Z3_mk_string_symbol(s->ctx, "rlimit"),
                     s->limits ? z3_units_left(s->limits) : 0);
  if (s->is_second && !s->for_bits) {
    Z3_params_set_uint(s->ctx, p, Z3_mk_string_symbol(s->ctx, "arith.solver"),
                       OLD_ARITHMETIC);
    Z3_params_set_bool(s->ctx, p, Z3_mk_string_symbol(s->ctx, "auto_config"),
                       false);
  }
  Z3_solver_set_params(s->ctx, s->solver, p);
  Z3_params_dec_ref(s->ctx, p);
}

static void open_solver(z3_solver *s, bool for_bits) {
  s->for_bits = for_bits;
  s->solver =
      for_bits
          ? Z3_mk_solver_for_logic(s->ctx, Z3_mk_string_symbol(s->ctx, "QF_BV"))
      : s->is_second ? Z3_mk_simple_solver(s->ctx)
                     : Z3_mk_solver(s->ctx);
  Z3_solver_inc_ref(s->ctx, s->solver);
  configure_solver(s);
}

// --- products --------------------------------------------------------------

// For so long a question with products is looked at as one of sums of them.
enum { SUMS_MILLISECONDS = 200 };

static Z3_tactic kept(z3_solver *s, Z3_tactic t) {
  Z3_tactic_inc_ref(s->ctx, t);
  return t;
}

static Z3_tactic named_tactic(z3_solver *s, const char *name) {
  return kept(s, Z3_mk_tactic(s->ctx, name));
}

typedef Z3_tactic (*tactic_junction)(Z3_context, Z3_tactic, Z3_tactic);

// Takes the references of both.
static Z3_tactic join(z3_solver *s, tactic_junction how, Z3_tactic first,
                      Z3_tactic second) {
  Z3_tactic both = kept(s, how(s->ctx, first, second));
  Z3_tactic_dec_ref(s->ctx, first);
  Z3_tactic_dec_ref(s->ctx, second);
  return both;
}

// 'simplify' with all products of sums multiplied out.
static Z3_tactic multiply_out(z3_solver *s) {
  Z3_params p = Z3_mk_params(s->ctx);
  Z3_params_inc_ref(s->ctx, p);
  Z3_params_set_bool(s->ctx, p, Z3_mk_string_symbol(s->ctx, "som"), true);
  Z3_tactic plain = named_tactic(s, "simplify");
  Z3_tactic made = kept(s, Z3_tactic_using_params(s->ctx, plain, p));
  Z3_tactic_dec_ref(s->ctx, plain);
  Z3_params_dec_ref(s->ctx, p);
  return made;
}

// Variables that are sums of products are replaced by these, which are then
// multiplied out: what follows as an equation of polynomials is seen at once,
// where multipliers of 64 bits would never be. Anything else is left to the
// usual tactics.
static Z3_tactic tactic_for_products(z3_solver *s) {
  Z3_tactic steps[] = {named_tactic(s, "propagate-values"),
                       named_tactic(s, "solve-eqs"), multiply_out(s),
                       named_tactic(s, "smt")};
  Z3_tactic sums = named_tactic(s, "simplify");
  for (uint32_t i = 0; i < sizeof steps / sizeof *steps; i++)
    sums = join(s, Z3_tactic_and_then, sums, steps[i]);
  Z3_tactic brief = kept(s, Z3_tactic_try_for(s->ctx, sums, SUMS_MILLISECONDS));
  Z3_tactic_dec_ref(s->ctx, sums);
  return join(s, Z3_tactic_or_else, brief, named_tactic(s, "qfbv"));
}

static void open_for_products(z3_solver *s) {
  Z3_tactic t = tactic_for_products(s);
  Z3_solver_dec_ref(s->ctx, s->solver);
  s->solver = Z3_mk_solver_from_tactic(s->ctx, t);
  Z3_solver_inc_ref(s->ctx, s->solver);
  Z3_tactic_dec_ref(s->ctx, t);
}

static void *create(const env *e, terms *tt, bool is_second) {
  z3_solver *s = mem_alloc(sizeof *s);
  s->env = e;
  s->is_second = is_second;
  s->limits = &e->limits;
  // Array values as tables; compacted, they may be any lambda expression.
  Z3_global_param_set("model.compact", "false");
  Z3_config config = Z3_mk_config();
  s->ctx = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(s->ctx, z3_ignore_error);
  z3_terms_init(&s->terms, s->ctx, tt);
  open_solver(s, true);
  return s;
}

static void *z3_create(const env *e, terms *tt) { return create(e, tt, false); }

static void *z3_create_second(const env *e, terms *tt) {
  return create(e, tt, true);
}

static void forget_model(z3_solver *s) {
  if (s->model)
    Z3_model_dec_ref(s->ctx, s->model);
  s->model = NULL;
}

static void z3_set_limits(void *self, const limits *l) {
  z3_solver *s = self;
  s->own_limits = l ? *l : s->env->limits;
  s->limits = l ? &s->own_limits : &s->env->limits;
}

static void z3_set_conflicts(void *self, uint32_t conflicts) {
  z3_solver *s = self;
  if (s->conflicts == conflicts)
    return;
  s->conflicts = conflicts;
  configure_solver(s);
}

// --- scopes and assertions -----------------------------------------------

static void z3_push(void *self) {
  z3_solver *s = self;
  forget_model(s);
  vec_push(&s->scopes, s->asserted.len);
  Z3_solver_push(s->ctx, s->solver);
}

// All but the first 'keep'; Z3's solver is the caller's business.
static void drop_assertions(z3_solver *s, uint32_t keep) {
  assert(keep <= s->asserted.len);
  while (s->active.len > 0 &&
         s->proxies.data[vec_last(&s->active)].position >= keep)
    s->proxies.data[vec_pop(&s->active)].position = UINT32_MAX;
  while (s->asserted.len > keep) {
    Z3_ast ast = vec_pop(&s->asserted);
    s->refused -= ast ? 0 : 1;
    if (ast)
      Z3_dec_ref(s->ctx, ast);
  }
}

static void z3_destroy(void *self) {
  z3_solver *s = self;
  forget_model(s);
  drop_assertions(s, 0);
  for (uint32_t i = 0; i < s->proxies.len; i++)
    Z3_dec_ref(s->ctx, s->proxies.data[i].name);
  Z3_solver_dec_ref(s->ctx, s->solver);
  z3_terms_clear(&s->terms);
  Z3_del_context(s->ctx);
  hmap_free(&s->proxy_numbers);
  vec_free(&s->proxies);
  vec_free(&s->active);
  vec_free(&s->asserted);
  vec_free(&s->scopes);
  vec_free(&s->assumptions);
  vec_free(&s->failed);
  strbuf_free(&s->reason);
  mem_free(s);
}

static void z3_pop(void *self) {
  z3_solver *s = self;
  assert(s->scopes.len > 0);
  forget_model(s);
  drop_assertions(s, vec_pop(&s->scopes));
  Z3_solver_pop(s->ctx, s->solver, 1);
}

static void move_to_general_solver(z3_solver *s) {
  assert(s->for_bits);
  Z3_solver_dec_ref(s->ctx, s->solver);
  open_solver(s, false);
  uint32_t scope = 0;
  for (uint32_t i = 0; i <= s->asserted.len; i++) {
    while (scope < s->scopes.len && s->scopes.data[scope] == i) {
      Z3_solver_push(s->ctx, s->solver);
      scope++;
    }
    if (i < s->asserted.len && s->asserted.data[i])
      Z3_solver_assert(s->ctx, s->solver, s->asserted.data[i]);
  }
}

static Z3_ast translate(z3_solver *s, term t) {
  assert(!term_is_none(t));
  Z3_ast ast = z3_terms_translate(&s->terms, t);
  if (s->for_bits && !s->terms.only_bits)
    move_to_general_solver(s);
  return ast;
}

// A formula that Z3 refuses is kept as NULL: it makes every check in its scope
// unknown.
static void assert_ast(z3_solver *s, Z3_ast ast) {
  assert(ast != NULL);
  vec_push(&s->asserted, ast);
  if (ast) {
    Z3_inc_ref(s->ctx, ast);
    Z3_solver_assert(s->ctx, s->solver, ast);
  } else {
    s->refused++;
  }
}

static void z3_assert(void *self, term formula) {
  z3_solver *s = self;
  forget_model(s);
  assert_ast(s, translate(s, formula));
}

// --- checking ------------------------------------------------------------

static Z3_lbool run_check(void *self) {
  z3_solver *s = self;
  return Z3_solver_check_assumptions(s->ctx, s->solver, s->assumptions.len,
                                     s->assumptions.data);
}

static smt_status unknown(z3_solver *s, const char *reason) {
  assert(reason[0] != '\0');
  strbuf_clear(&s->reason);
  strbuf_puts(&s->reason, reason);
  return SMT_UNKNOWN;
}

static smt_status unknown_error(z3_solver *s) {
  Z3_error_code code = Z3_get_error_code(s->ctx);
  return unknown(s, code == Z3_OK ? "z3 refused a formula"
                                  : Z3_get_error_msg(s->ctx, code));
}

static uint32_t find_proxy(z3_solver *s, term t) {
  uint64_t *found = hmap_find(&s->proxy_numbers, t.id);
  if (found)
    return (uint32_t)*found;
  Z3_ast name = Z3_mk_fresh_const(s->ctx, "assumed", Z3_mk_bool_sort(s->ctx));
  Z3_inc_ref(s->ctx, name);
  uint32_t number = s->proxies.len;
  vec_push(&s->proxies, ((proxy){name, UINT32_MAX}));
  hmap_put(&s->proxy_numbers, t.id, number);
  return number;
}

// The name of an assumption, defined in the scopes now open; NULL: refused.
static Z3_ast make_assumption(z3_solver *s, term t) {
  Z3_ast ast = translate(s, t);
  if (!ast)
    return NULL;
  uint32_t number = find_proxy(s, t);
  proxy *p = &s->proxies.data[number];
  if (p->position == UINT32_MAX) {
    p->position = s->asserted.len;
    vec_push(&s->active, number);
    assert_ast(s, Z3_mk_implies(s->ctx, p->name, ast));
  }
  return p->name;
}

static bool make_assumptions(z3_solver *s, const term *assumptions,
                             uint32_t n) {
  vec_clear(&s->assumptions);
  for (uint32_t i = 0; i < n; i++) {
    Z3_ast name = make_assumption(s, assumptions[i]);
    if (!name)
      return false;
    vec_push(&s->assumptions, name);
  }
  return true;
}

static bool is_in(z3_solver *s, Z3_ast_vector core, Z3_ast ast) {
  unsigned n = Z3_ast_vector_size(s->ctx, core);
  for (unsigned i = 0; i < n; i++)
    if (Z3_is_eq_ast(s->ctx, Z3_ast_vector_get(s->ctx, core, i), ast))
      return true;
  return false;
}

static void note_failed(z3_solver *s) {
  Z3_ast_vector core = Z3_solver_get_unsat_core(s->ctx, s->solver);
  vec_clear(&s->failed);
  if (core)
    Z3_ast_vector_inc_ref(s->ctx, core);
  for (uint32_t i = 0; i < s->assumptions.len; i++)
    vec_push(&s->failed, !core || is_in(s, core, s->assumptions.data[i]));
  if (core)
    Z3_ast_vector_dec_ref(s->ctx, core);
}

static bool fetch_model(z3_solver *s) {
  if (!s->model) {
    s->model = Z3_solver_get_model(s->ctx, s->solver);
    if (s->model)
      Z3_model_inc_ref(s->ctx, s->model);
  }
  return s->model != NULL;
}

static bool holds_in_model(z3_solver *s, Z3_ast formula) {
  Z3_ast result = NULL;
  if (!Z3_model_eval(s->ctx, s->model, formula, true, &result))
    return false;
  Z3_inc_ref(s->ctx, result);
  bool holds = Z3_get_bool_value(s->ctx, result) == Z3_L_TRUE;
  Z3_dec_ref(s->ctx, result);
  return holds;
}

// Z3 4.8.12 may answer "satisfiable" with values that are no model where
// arrays are compared: it forgets that a constant array is its default in
// every place. Then its model is evaluated before anyone uses it.
static smt_status judge_sat(z3_solver *s) {
  if (!s->terms.equal_arrays)
    return SMT_SAT;
  bool good = fetch_model(s);
  for (uint32_t i = 0; good && i < s->asserted.len; i++)
    good = holds_in_model(s, s->asserted.data[i]);
  return good ? SMT_SAT : unknown(s, "z3 found no model that is one");
}

static Z3_lbool run_limited(z3_solver *s) {
  if (!clock_counts_work())
    return z3_run_watched(s->ctx, s->limits, run_check, s);
  configure_solver(s);
  Z3_lbool answer = z3_run_watched(s->ctx, s->limits, run_check, s);
  z3_charge(s->ctx, Z3_solver_get_statistics(s->ctx, s->solver), &s->charged);
  return answer;
}

static smt_status check(z3_solver *s) {
  switch (run_limited(s)) {
  case Z3_L_TRUE:
    return judge_sat(s);
  case Z3_L_FALSE:
    note_failed(s);
    return SMT_UNSAT;
  case Z3_L_UNDEF:
    break;
  }
  limit_kind limit = limits_stop(s->limits);
  return unknown(s, limit != LIMIT_NONE
                        ? limit_name(limit)
                        : Z3_solver_get_reason_unknown(s->ctx, s->solver));
}

static smt_status z3_check(void *self, const term *assumptions, uint32_t n) {
  z3_solver *s = self;
  forget_model(s);
  limit_kind limit = limits_stop(s->limits);
  if (limit != LIMIT_NONE)
    return unknown(s, limit_name(limit));
  if (!make_assumptions(s, assumptions, n) || s->refused > 0)
    return unknown_error(s);
  return check(s);
}

// Back to a new solver, which has seen nothing; translations are kept.
static void start_afresh(z3_solver *s) {
  assert(s->scopes.len == 0);
  drop_assertions(s, 0);
  Z3_solver_dec_ref(s->ctx, s->solver);
  open_solver(s, s->for_bits);
}

// Without assumptions and scopes Z3 chooses tactics for the whole, where an
// assumption would only be bit-blasted.
static smt_status z3_check_alone(void *self, term formula) {
  z3_solver *s = self;
  forget_model(s);
  limit_kind limit = limits_stop(s->limits);
  if (limit != LIMIT_NONE)
    return unknown(s, limit_name(limit));
  start_afresh(s);
  if (s->for_bits && term_has_products(s->terms.tt, formula))
    open_for_products(s);
  assert_ast(s, translate(s, formula));
  vec_clear(&s->assumptions);
  return s->refused > 0 ? unknown_error(s) : check(s);
}

static const char *z3_reason(const void *self) {
  return strbuf_text(&((const z3_solver *)self)->reason);
}

static bool z3_failed(const void *self, uint32_t i) {
  const z3_solver *s = self;
  assert(i < s->failed.len);
  return s->failed.data[i] != 0;
}

static value z3_variable_value(void *self, term variable, arena *mem) {
  z3_solver *s = self;
  if (!fetch_model(s))
    return (value){.kind = VALUE_NONE};
  return z3_terms_value(&s->terms, s->model, variable, mem);
}

const solver_backend solver_z3 = {
    .name = "z3",
    .create = z3_create,
    .destroy = z3_destroy,
    .set_limits = z3_set_limits,
    .set_conflicts = z3_set_conflicts,
    .push = z3_push,
    .pop = z3_pop,
    .assert_formula = z3_assert,
    .check = z3_check,
    .check_alone = z3_check_alone,
    .reason = z3_reason,
    .variable_value = z3_variable_value,
    .failed = z3_failed,
};

const solver_backend solver_z3_simplex = {
    .name = "z3-simplex",
    .create = z3_create_second,
    .destroy = z3_destroy,
    .set_limits = z3_set_limits,
    .set_conflicts = z3_set_conflicts,
    .push = z3_push,
    .pop = z3_pop,
    .assert_formula = z3_assert,
    .check = z3_check,
    .check_alone = z3_check_alone,
    .reason = z3_reason,
    .variable_value = z3_variable_value,
    .failed = z3_failed,
};
