// SPDX-License-Identifier: Apache-2.0
// Chains of Horn clauses for Z3's fixed-point engine Spacer (Komuravelli,
// Gurfinkel and Chaki, CAV 2014).
//
// Each formula becomes one rule; its variables are bound by a quantifier. The
// transformations that would inline the unknown predicates or cut off their
// arguments are switched off, so that the answer defines every one of them:
// a conjunction of 'for all x: P(x) = definition'.
#include "smt/horn.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "smt/backend_z3.h"

typedef struct {
  const horn_chain *chain;
  terms *tt;
  Z3_context ctx;
  Z3_fixedpoint fp;
  z3_terms terms;
  VEC(Z3_func_decl) predicates; // of the chain, and at last the error
  VEC(Z3_ast) args;             // scratch
  strbuf *reason;
} horn;

static bool fail(horn *h, const char *reason) {
  assert(reason[0] != '\0');
  strbuf_clear(h->reason);
  strbuf_puts(h->reason, reason);
  return false;
}

static bool has_error(horn *h) {
  Z3_error_code code = Z3_get_error_code(h->ctx);
  if (code == Z3_OK)
    return false;
  fail(h, Z3_get_error_msg(h->ctx, code));
  return true;
}

// --- making the problem ------------------------------------------------------

static void switch_off(horn *h, Z3_params p, const char *name) {
  Z3_params_set_bool(h->ctx, p, Z3_mk_string_symbol(h->ctx, name), false);
}

static void configure(horn *h) {
  Z3_params p = Z3_mk_params(h->ctx);
  Z3_params_inc_ref(h->ctx, p);
  Z3_params_set_symbol(h->ctx, p, Z3_mk_string_symbol(h->ctx, "engine"),
                       Z3_mk_string_symbol(h->ctx, "spacer"));
  switch_off(h, p, "xform.coi");
  switch_off(h, p, "xform.inline_eager");
  switch_off(h, p, "xform.inline_linear");
  switch_off(h, p, "xform.slice");
  Z3_fixedpoint_set_params(h->ctx, h->fp, p);
  Z3_params_dec_ref(h->ctx, p);
}

// Z3's units that a query may take; 0: any number.
static uint32_t units(const horn *h, const limits *l) {
  uint32_t left = z3_units_left(l), effort = h->chain->effort;
  return left > 0 && (effort == 0 || left < effort) ? left : effort;
}

static void open(horn *h, terms *tt, const limits *l) {
  Z3_config config = Z3_mk_config();
  uint32_t most = units(h, l);
  if (most > 0) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu32, most);
    Z3_set_param_value(config, "rlimit", text);
  }
  h->ctx = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(h->ctx, z3_ignore_error);
  z3_terms_init(&h->terms, h->ctx, tt);
  h->tt = tt;
  h->fp = Z3_mk_fixedpoint(h->ctx);
  Z3_fixedpoint_inc_ref(h->ctx, h->fp);
  configure(h);
}

static void shut(horn *h) {
  for (uint32_t i = 0; i < h->predicates.len; i++)
    Z3_dec_ref(h->ctx, Z3_func_decl_to_ast(h->ctx, h->predicates.data[i]));
  vec_free(&h->predicates);
  vec_free(&h->args);
  Z3_fixedpoint_dec_ref(h->ctx, h->fp);
  z3_terms_clear(&h->terms);
  Z3_del_context(h->ctx);
}

static bool translate_all(horn *h, const term_vec *variables) {
  vec_clear(&h->args);
  for (uint32_t i = 0; i < variables->len; i++) {
    Z3_ast ast = z3_terms_translate(&h->terms, variables->data[i]);
    if (ast == NULL)
      return false;
    vec_push(&h->args, ast);
  }
  return true;
}

static void declare(horn *h, uint32_t number, const term_vec *arguments) {
  assert(number <= h->chain->count);
  VEC(Z3_sort) sorts = {0};
  for (uint32_t i = 0; i < arguments->len; i++)
    vec_push(&sorts, Z3_get_sort(h->ctx, h->args.data[i]));
  Z3_symbol name = Z3_mk_int_symbol(h->ctx, (int)number);
  Z3_func_decl f = Z3_mk_func_decl(h->ctx, name, sorts.len, sorts.data,
                                   Z3_mk_bool_sort(h->ctx));
  Z3_inc_ref(h->ctx, Z3_func_decl_to_ast(h->ctx, f));
  Z3_fixedpoint_register_relation(h->ctx, h->fp, f);
  vec_push(&h->predicates, f);
  vec_free(&sorts);
}

static bool declare_all(horn *h) {
  static const term_vec NONE = {0};
  for (uint32_t i = 0; i <= h->chain->count; i++) {
    const term_vec *arguments =
        i < h->chain->count ? &h->chain->arguments[i] : &NONE;
    if (!translate_all(h, arguments))
      return false;
    declare(h, i, arguments);
  }
  return !has_error(h);
}

// Predicate i on its own arguments.
static Z3_ast apply(horn *h, uint32_t i) {
  static const term_vec NONE = {0};
  bool ok =
      translate_all(h, i < h->chain->count ? &h->chain->arguments[i] : &NONE);
  assert(ok); // they were translated before
  return ok ? Z3_mk_app(h->ctx, h->predicates.data[i], h->args.len,
                        h->args.data)
            : NULL;
}

// Variables of the formula and of the predicates beside it.
static void rule_variables(horn *h, uint32_t i, term_vec *out) {
  assert(i <= h->chain->count);
  term_set seen = {0};
  term_variables(h->tt, &h->chain->formulas[i], 1, &seen, out);
  for (uint32_t side = 0; side < 2; side++) {
    uint32_t p = i - 1 + side; // before and behind formula i
    if (p >= h->chain->count)
      continue; // also i = 0: there is none before
    const term_vec *args = &h->chain->arguments[p];
    term_variables(h->tt, args->data, args->len, &seen, out);
  }
  term_set_free(&seen);
}

static bool add_rule(horn *h, uint32_t i) {
  assert(i <= h->chain->count);
  Z3_ast formula = z3_terms_translate(&h->terms, h->chain->formulas[i]);
  if (formula == NULL)
    return false;
  Z3_ast body[2] = {formula, i > 0 ? apply(h, i - 1) : NULL};
  Z3_ast left = i > 0 ? Z3_mk_and(h->ctx, 2, body) : formula;
  Z3_inc_ref(h->ctx, left);
  Z3_ast rule = Z3_mk_implies(h->ctx, left, apply(h, i));
  Z3_inc_ref(h->ctx, rule);
  Z3_dec_ref(h->ctx, left);
  term_vec variables = {0};
  rule_variables(h, i, &variables);
  bool ok = translate_all(h, &variables);
  VEC(Z3_app) bound = {0};
  for (uint32_t k = 0; ok && k < h->args.len; k++)
    vec_push(&bound, Z3_to_app(h->ctx, h->args.data[k]));
  Z3_ast closed = rule;
  if (bound.len > 0)
    closed =
        Z3_mk_forall_const(h->ctx, 0, bound.len, bound.data, 0, NULL, rule);
  Z3_inc_ref(h->ctx, closed);
  Z3_fixedpoint_add_rule(h->ctx, h->fp, closed, NULL);
  Z3_dec_ref(h->ctx, closed);
  Z3_dec_ref(h->ctx, rule);
  vec_free(&bound);
  vec_free(&variables);
  return ok && !has_error(h);
}

static bool make_problem(horn *h) {
  fail(h, "z3 refused a formula");
  bool ok = declare_all(h);
  for (uint32_t i = 0; ok && i <= h->chain->count; i++)
    ok = add_rule(h, i);
  if (ok)
    strbuf_clear(h->reason);
  return ok;
}

// --- reading the answer ------------------------------------------------------

static uint32_t predicate_number(const horn *h, Z3_func_decl f) {
  uint32_t i = 0;
  while (i < h->predicates.len &&
         !Z3_is_eq_func_decl(h->ctx, h->predicates.data[i], f))
    i++;
  return i;
}

static bool is_app(const horn *h, Z3_ast ast) {
  return Z3_get_ast_kind(h->ctx, ast) == Z3_APP_AST;
}

static Z3_decl_kind kind_of(const horn *h, Z3_ast ast) {
  return Z3_get_decl_kind(h->ctx,
                          Z3_get_app_decl(h->ctx, Z3_to_app(h->ctx, ast)));
}

// The variables that de Bruijn indices stand for, read off 'P(x)'.
static void bind(const horn *h, Z3_app head, const term_vec *arguments,
                 term_vec *bound) {
  unsigned n = Z3_get_app_num_args(h->ctx, head);
  for (unsigned i = 0; i < n && i < arguments->len; i++) {
    Z3_ast arg = Z3_get_app_arg(h->ctx, head, i);
    if (Z3_get_ast_kind(h->ctx, arg) != Z3_VAR_AST)
      continue;
    unsigned index = Z3_get_index_value(h->ctx, arg);
    if (index >= bound->len)
      vec_resize(bound, index + 1);
    bound->data[index] = arguments->data[i];
  }
}

// 'P(x) = definition', or 'P(x)' or 'not P(x)' alone; the quantifier is gone.
static bool read_definition(horn *h, Z3_ast ast, term *out) {
  Z3_ast head = ast, definition = NULL;
  bool is_negated = false;
  if (is_app(h, ast) &&
      (kind_of(h, ast) == Z3_OP_EQ || kind_of(h, ast) == Z3_OP_IFF)) {
    head = Z3_get_app_arg(h->ctx, Z3_to_app(h->ctx, ast), 0);
    definition = Z3_get_app_arg(h->ctx, Z3_to_app(h->ctx, ast), 1);
  } else if (is_app(h, ast) && kind_of(h, ast) == Z3_OP_NOT) {
    is_negated = true;
    head = Z3_get_app_arg(h->ctx, Z3_to_app(h->ctx, ast), 0);
  }
  if (!is_app(h, head))
    return fail(h, "the answer of z3 is not a definition");
  Z3_app app = Z3_to_app(h->ctx, head);
  uint32_t i = predicate_number(h, Z3_get_app_decl(h->ctx, app));
  if (i >= h->chain->count)
    return true; // the error, or a predicate of Z3's own
  term_vec bound = {0};
  bind(h, app, &h->chain->arguments[i], &bound);
  out[i] = definition != NULL
               ? z3_terms_read(&h->terms, definition, bound.data, bound.len)
               : term_bool(h->tt, !is_negated);
  vec_free(&bound);
  return !term_is_none(out[i]) || fail(h, "a definition of z3 has quantifiers");
}

// Z3 leaves predicates out where it sees a contradiction in a rule: nothing
// reaches those behind it, and whatever holds before it does not matter.
static void fill_gaps(horn *h, term *out) {
  bool is_behind = false;
  for (uint32_t i = 0; i < h->chain->count; i++) {
    is_behind = is_behind || term_is_false(h->tt, h->chain->formulas[i]) ||
                (i > 0 && term_is_false(h->tt, out[i - 1]));
    if (term_is_none(out[i]))
      out[i] = term_bool(h->tt, !is_behind);
  }
}

static bool read_answer(horn *h, Z3_ast answer, term *out) {
  unsigned n = 1;
  bool is_conjunction = is_app(h, answer) && kind_of(h, answer) == Z3_OP_AND;
  if (is_conjunction)
    n = Z3_get_app_num_args(h->ctx, Z3_to_app(h->ctx, answer));
  bool ok = true;
  for (uint32_t i = 0; i < h->chain->count; i++)
    out[i] = TERM_NONE;
  for (unsigned i = 0; ok && i < n; i++) {
    Z3_ast part = answer;
    if (is_conjunction)
      part = Z3_get_app_arg(h->ctx, Z3_to_app(h->ctx, answer), i);
    while (Z3_get_ast_kind(h->ctx, part) == Z3_QUANTIFIER_AST)
      part = Z3_get_quantifier_body(h->ctx, part);
    ok = read_definition(h, part, out);
  }
  if (ok)
    fill_gaps(h, out);
  return ok;
}

// --- solving -----------------------------------------------------------------

static Z3_lbool query(void *data) {
  horn *h = data;
  // By formula: a query by relation does not obey the limit of effort.
  Z3_ast error = Z3_mk_app(h->ctx, vec_last(&h->predicates), 0, NULL);
  Z3_inc_ref(h->ctx, error);
  Z3_lbool answer = Z3_fixedpoint_query(h->ctx, h->fp, error);
  Z3_dec_ref(h->ctx, error);
  uint64_t charged = 0;
  if (clock_counts_work())
    z3_charge(h->ctx, Z3_fixedpoint_get_statistics(h->ctx, h->fp), &charged);
  return answer;
}

static horn_status solve(horn *h, const limits *l, term *out) {
  switch (z3_run_watched(h->ctx, l, query, h)) {
  case Z3_L_TRUE:
    return HORN_UNSOLVABLE;
  case Z3_L_UNDEF:
    if (limits_stop(l) != LIMIT_NONE)
      fail(h, limit_name(limits_stop(l)));
    else if (h->chain->effort > 0)
      fail(h, "too much work");
    else if (!has_error(h))
      fail(h, Z3_fixedpoint_get_reason_unknown(h->ctx, h->fp));
    return HORN_UNKNOWN;
  case Z3_L_FALSE:
    break;
  }
  Z3_ast answer = Z3_fixedpoint_get_answer(h->ctx, h->fp);
  if (answer == NULL || has_error(h))
    return HORN_UNKNOWN;
  Z3_inc_ref(h->ctx, answer);
  bool ok = read_answer(h, answer, out);
  Z3_dec_ref(h->ctx, answer);
  return ok ? HORN_SOLVED : HORN_UNKNOWN;
}

horn_status horn_solve(terms *tt, const limits *l, const horn_chain *chain,
                       term *out, strbuf *reason) {
  assert(chain->count >= 1);
  horn h = {.chain = chain, .reason = reason};
  open(&h, tt, l);
  horn_status status = HORN_UNKNOWN;
  if (make_problem(&h))
    status = solve(&h, l, out);
  shut(&h);
  return status;
}
