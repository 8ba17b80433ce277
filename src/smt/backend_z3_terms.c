// SPDX-License-Identifier: Apache-2.0
// Terms to Z3 expressions, in topological order and without recursion.
#include "smt/backend_z3.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "base/unreachable.h"

void z3_terms_init(z3_terms *z, Z3_context ctx, terms *tt) {
  *z = (z3_terms){.ctx = ctx, .tt = tt, .only_bits = true};
}

void z3_terms_clear(z3_terms *z) {
  for (uint32_t i = 0; i < z->asts.len; i++)
    if (z->asts.data[i])
      Z3_dec_ref(z->ctx, z->asts.data[i]);
  for (uint32_t i = 0; i < z->sorts.len; i++)
    if (z->sorts.data[i])
      Z3_dec_ref(z->ctx, Z3_sort_to_ast(z->ctx, z->sorts.data[i]));
  term_set_free(&z->seen);
  vec_free(&z->order);
  vec_free(&z->asts);
  vec_free(&z->sorts);
  vec_free(&z->args);
}

// --- sorts ---------------------------------------------------------------

// Recursion is as deep as the sort.
static Z3_sort translate_sort(z3_terms *z, sort s) {
  assert(s.id != 0);
  if (s.id < z->sorts.len && z->sorts.data[s.id])
    return z->sorts.data[s.id];
  Z3_sort out = NULL;
  switch (sort_get_kind(z->tt, s)) {
  case SORT_BOOL:
    out = Z3_mk_bool_sort(z->ctx);
    break;
  case SORT_BV:
    out = Z3_mk_bv_sort(z->ctx, sort_width(z->tt, s));
    break;
  case SORT_INT:
    out = Z3_mk_int_sort(z->ctx);
    break;
  case SORT_REAL:
    out = Z3_mk_real_sort(z->ctx);
    break;
  case SORT_ARRAY: {
    Z3_sort index = translate_sort(z, sort_index(z->tt, s));
    out = Z3_mk_array_sort(z->ctx, index,
                           translate_sort(z, sort_element(z->tt, s)));
    break;
  }
  }
  Z3_inc_ref(z->ctx, Z3_sort_to_ast(z->ctx, out));
  if (z->sorts.len <= s.id)
    vec_resize(&z->sorts, s.id + 1);
  z->sorts.data[s.id] = out;
  return out;
}

// --- leaves --------------------------------------------------------------

static Z3_ast translate_value(z3_terms *z, term t) {
  assert(term_is_value(z->tt, t));
  value v = term_get_value(z->tt, t);
  if (v.kind == VALUE_BOOL)
    return value_is_true(v) ? Z3_mk_true(z->ctx) : Z3_mk_false(z->ctx);
  strbuf text = {0};
  value_print(v, false, &text);
  Z3_ast out = Z3_mk_numeral(z->ctx, strbuf_text(&text),
                             translate_sort(z, term_sort(z->tt, t)));
  strbuf_free(&text);
  return out;
}

// Names may repeat under different sorts, and Z3 tells those apart as well.
static Z3_ast translate_variable(z3_terms *z, term t) {
  assert(term_get_kind(z->tt, t) == TERM_VARIABLE);
  Z3_symbol name = Z3_mk_string_symbol(z->ctx, term_name(z->tt, t));
  return Z3_mk_const(z->ctx, name, translate_sort(z, term_sort(z->tt, t)));
}

// --- operators -----------------------------------------------------------

typedef Z3_ast (*unary_maker)(Z3_context, Z3_ast);
typedef Z3_ast (*binary_maker)(Z3_context, Z3_ast, Z3_ast);
typedef Z3_ast (*nary_maker)(Z3_context, unsigned, const Z3_ast *);

static const unary_maker UNARY[TERM_KIND_COUNT] = {
    [TERM_NOT] = Z3_mk_not,         [TERM_BVNEG] = Z3_mk_bvneg,
    [TERM_NEG] = Z3_mk_unary_minus, [TERM_TO_REAL] = Z3_mk_int2real,
    [TERM_TO_INT] = Z3_mk_real2int,
};

static const binary_maker BINARY[TERM_KIND_COUNT] = {
    [TERM_EQ] = Z3_mk_eq,         [TERM_BVAND] = Z3_mk_bvand,
    [TERM_BVOR] = Z3_mk_bvor,     [TERM_BVXOR] = Z3_mk_bvxor,
    [TERM_BVADD] = Z3_mk_bvadd,   [TERM_BVMUL] = Z3_mk_bvmul,
    [TERM_BVUDIV] = Z3_mk_bvudiv, [TERM_BVUREM] = Z3_mk_bvurem,
    [TERM_BVSDIV] = Z3_mk_bvsdiv, [TERM_BVSREM] = Z3_mk_bvsrem,
    [TERM_BVSHL] = Z3_mk_bvshl,   [TERM_BVLSHR] = Z3_mk_bvlshr,
    [TERM_BVASHR] = Z3_mk_bvashr, [TERM_CONCAT] = Z3_mk_concat,
    [TERM_BVULT] = Z3_mk_bvult,   [TERM_BVULE] = Z3_mk_bvule,
    [TERM_BVSLT] = Z3_mk_bvslt,   [TERM_BVSLE] = Z3_mk_bvsle,
    [TERM_DIV] = Z3_mk_div,       [TERM_INT_DIV] = Z3_mk_div,
    [TERM_INT_MOD] = Z3_mk_mod,   [TERM_LT] = Z3_mk_lt,
    [TERM_LE] = Z3_mk_le,         [TERM_SELECT] = Z3_mk_select,
};

static const nary_maker NARY[TERM_KIND_COUNT] = {
    [TERM_AND] = Z3_mk_and,
    [TERM_OR] = Z3_mk_or,
    [TERM_ADD] = Z3_mk_add,
    [TERM_MUL] = Z3_mk_mul,
};

// The complement of a sum is a sum, -(x + 1), which Z3 has no eye for; and a
// sum with one opaque part does not come to nothing.
static Z3_ast translate_complement(z3_terms *z, term t) {
  term inner = term_arg(z->tt, t, 0);
  term_kind kind = term_get_kind(z->tt, inner);
  Z3_ast x = z->args.data[0];
  if (kind != TERM_BVADD && kind != TERM_BVNEG && kind != TERM_BVMUL)
    return Z3_mk_bvnot(z->ctx, x);
  Z3_ast one = Z3_mk_int(z->ctx, 1, Z3_get_sort(z->ctx, x));
  Z3_inc_ref(z->ctx, one);
  Z3_ast next = Z3_mk_bvadd(z->ctx, x, one);
  Z3_inc_ref(z->ctx, next);
  Z3_ast out = Z3_mk_bvneg(z->ctx, next); // Z3 keeps what it made last
  Z3_dec_ref(z->ctx, one);
  Z3_dec_ref(z->ctx, next);
  return out;
}

static Z3_ast translate_rest(z3_terms *z, term t) {
  const Z3_ast *x = z->args.data;
  uint32_t p0 = 0;
  switch (term_get_kind(z->tt, t)) {
  case TERM_VALUE:
    return translate_value(z, t);
  case TERM_VARIABLE:
    return translate_variable(z, t);
  case TERM_BVNOT:
    return translate_complement(z, t);
  case TERM_ITE:
    return Z3_mk_ite(z->ctx, x[0], x[1], x[2]);
  case TERM_EXTRACT:
    p0 = term_param(z->tt, t, 0);
    return Z3_mk_extract(z->ctx, p0, term_param(z->tt, t, 1), x[0]);
  case TERM_ZERO_EXTEND:
    return Z3_mk_zero_ext(z->ctx, term_param(z->tt, t, 0), x[0]);
  case TERM_SIGN_EXTEND:
    return Z3_mk_sign_ext(z->ctx, term_param(z->tt, t, 0), x[0]);
  case TERM_BV_TO_INT:
    return Z3_mk_bv2int(z->ctx, x[0], false);
  case TERM_INT_TO_BV:
    return Z3_mk_int2bv(z->ctx, term_param(z->tt, t, 0), x[0]);
  case TERM_STORE:
    return Z3_mk_store(z->ctx, x[0], x[1], x[2]);
  case TERM_CONST_ARRAY: {
    sort index = sort_index(z->tt, term_sort(z->tt, t));
    return Z3_mk_const_array(z->ctx, translate_sort(z, index), x[0]);
  }
  default:
    UNREACHABLE();
  }
}

static Z3_ast translate_term(z3_terms *z, term t) {
  uint32_t arity = term_arity(z->tt, t);
  vec_clear(&z->args);
  for (uint32_t i = 0; i < arity; i++) {
    Z3_ast arg = z->asts.data[term_arg(z->tt, t, i).id];
    if (!arg)
      return NULL;
    vec_push(&z->args, arg);
  }
  term_kind kind = term_get_kind(z->tt, t);
  if (UNARY[kind])
    return UNARY[kind](z->ctx, z->args.data[0]);
  if (BINARY[kind])
    return BINARY[kind](z->ctx, z->args.data[0], z->args.data[1]);
  if (NARY[kind])
    return NARY[kind](z->ctx, arity, z->args.data);
  return translate_rest(z, t);
}

static void note_sorts(z3_terms *z, term t) {
  sort_kind kind = sort_get_kind(z->tt, term_sort(z->tt, t));
  z->only_bits &= kind == SORT_BOOL || kind == SORT_BV;
  if (term_get_kind(z->tt, t) != TERM_EQ)
    return;
  sort s = term_sort(z->tt, term_arg(z->tt, t, 0));
  z->equal_arrays |= sort_get_kind(z->tt, s) == SORT_ARRAY;
}

Z3_ast z3_terms_translate(z3_terms *z, term t) {
  assert(!term_is_none(t));
  vec_clear(&z->order);
  term_postorder(z->tt, &t, 1, &z->seen, &z->order);
  if (z->order.len > 0)
    vec_resize(&z->asts, terms_count(z->tt));
  for (uint32_t i = 0; i < z->order.len; i++) {
    term x = z->order.data[i];
    Z3_ast ast = translate_term(z, x);
    if (ast)
      Z3_inc_ref(z->ctx, ast);
    z->asts.data[x.id] = ast;
    note_sorts(z, x);
  }
  return z->asts.data[t.id];
}

// --- values --------------------------------------------------------------

static value number_value(z3_terms *z, sort s, Z3_ast ast, arena *mem) {
  value none = {.kind = VALUE_NONE};
  if (!Z3_is_numeral_ast(z->ctx, ast))
    return none;
  uint64_t word;
  bool is_bv = sort_get_kind(z->tt, s) == SORT_BV;
  if (is_bv && sort_width(z->tt, s) <= 64 &&
      Z3_get_numeral_uint64(z->ctx, ast, &word))
    return value_bv(sort_width(z->tt, s), word);
  mpq_t q;
  mpq_init(q);
  value out = none;
  if (mpq_set_str(q, Z3_get_numeral_string(z->ctx, ast), 10) == 0) {
    mpq_canonicalize(q);
    if (is_bv)
      out = value_bv_mpz(mem, sort_width(z->tt, s), mpq_numref(q));
    else if (sort_get_kind(z->tt, s) == SORT_INT)
      out = value_int_mpz(mem, mpq_numref(q));
    else
      out = value_real_mpq(mem, q);
  }
  mpq_clear(q);
  return out;
}

static value ast_value(z3_terms *z, Z3_model model, sort s, Z3_ast ast,
                       arena *mem);

// An array given as a table of a function.
static value table_value(z3_terms *z, Z3_model model, sort s, Z3_func_decl f,
                         arena *mem) {
  value none = {.kind = VALUE_NONE};
  Z3_func_interp table = Z3_model_get_func_interp(z->ctx, model, f);
  if (!table)
    return none;
  Z3_func_interp_inc_ref(z->ctx, table);
  sort index = sort_index(z->tt, s), element = sort_element(z->tt, s);
  value out =
      ast_value(z, model, element, Z3_func_interp_get_else(z->ctx, table), mem);
  if (out.kind != VALUE_NONE)
    out = value_array_make(mem, out);
  unsigned n = Z3_func_interp_get_num_entries(z->ctx, table);
  for (unsigned i = 0; i < n && out.kind != VALUE_NONE; i++) {
    Z3_func_entry e = Z3_func_interp_get_entry(z->ctx, table, i);
    Z3_func_entry_inc_ref(z->ctx, e);
    value at =
        ast_value(z, model, index, Z3_func_entry_get_arg(z->ctx, e, 0), mem);
    value x =
        ast_value(z, model, element, Z3_func_entry_get_value(z->ctx, e), mem);
    bool known = at.kind != VALUE_NONE && x.kind != VALUE_NONE;
    out = known ? value_array_store(mem, out, at, x) : none;
    Z3_func_entry_dec_ref(z->ctx, e);
  }
  Z3_func_interp_dec_ref(z->ctx, table);
  return out;
}

// Everything but a chain of stores.
static value base_array_value(z3_terms *z, Z3_model model, sort s, Z3_ast ast,
                              arena *mem) {
  if (Z3_is_as_array(z->ctx, ast))
    return table_value(z, model, s, Z3_get_as_array_func_decl(z->ctx, ast),
                       mem);
  Z3_app app = Z3_to_app(z->ctx, ast);
  Z3_func_decl f = Z3_get_app_decl(z->ctx, app);
  if (Z3_get_decl_kind(z->ctx, f) != Z3_OP_CONST_ARRAY)
    return (value){.kind = VALUE_NONE};
  value x = ast_value(z, model, sort_element(z->tt, s),
                      Z3_get_app_arg(z->ctx, app, 0), mem);
  return x.kind == VALUE_NONE ? x : value_array_make(mem, x);
}

static bool is_store(z3_terms *z, Z3_ast ast) {
  return Z3_get_ast_kind(z->ctx, ast) == Z3_APP_AST &&
         Z3_get_decl_kind(z->ctx,
                          Z3_get_app_decl(z->ctx, Z3_to_app(z->ctx, ast))) ==
             Z3_OP_STORE;
}

static value array_value(z3_terms *z, Z3_model model, sort s, Z3_ast ast,
                         arena *mem) {
  VEC(Z3_app) stores = {0};
  for (; is_store(z, ast);
       ast = Z3_get_app_arg(z->ctx, Z3_to_app(z->ctx, ast), 0))
    vec_push(&stores, Z3_to_app(z->ctx, ast));
  value out = {.kind = VALUE_NONE};
  if (Z3_get_ast_kind(z->ctx, ast) == Z3_APP_AST)
    out = base_array_value(z, model, s, ast, mem);
  while (stores.len > 0 && out.kind != VALUE_NONE) {
    Z3_app app = vec_pop(&stores);
    value at = ast_value(z, model, sort_index(z->tt, s),
                         Z3_get_app_arg(z->ctx, app, 1), mem);
    value x = ast_value(z, model, sort_element(z->tt, s),
                        Z3_get_app_arg(z->ctx, app, 2), mem);
    bool known = at.kind != VALUE_NONE && x.kind != VALUE_NONE;
    out = known ? value_array_store(mem, out, at, x)
                : (value){.kind = VALUE_NONE};
  }
  vec_free(&stores);
  return out;
}

// Recursion is as deep as the sort.
static value ast_value(z3_terms *z, Z3_model model, sort s, Z3_ast ast,
                       arena *mem) {
  switch (sort_get_kind(z->tt, s)) {
  case SORT_BOOL: {
    Z3_lbool b = Z3_get_bool_value(z->ctx, ast);
    return b == Z3_L_UNDEF ? (value){.kind = VALUE_NONE}
                           : value_bool(b == Z3_L_TRUE);
  }
  case SORT_BV:
  case SORT_INT:
  case SORT_REAL:
    return number_value(z, s, ast, mem);
  case SORT_ARRAY:
    return array_value(z, model, s, ast, mem);
  }
  UNREACHABLE();
}

value z3_terms_value(z3_terms *z, Z3_model model, term variable, arena *mem) {
  assert(term_get_kind(z->tt, variable) == TERM_VARIABLE);
  value none = {.kind = VALUE_NONE};
  if (variable.id >= z->asts.len || !z->asts.data[variable.id])
    return none;
  Z3_app app = Z3_to_app(z->ctx, z->asts.data[variable.id]);
  Z3_func_decl f = Z3_get_app_decl(z->ctx, app);
  Z3_ast ast = Z3_model_get_const_interp(z->ctx, model, f);
  if (!ast)
    return none;
  Z3_inc_ref(z->ctx, ast);
  sort s = term_sort(z->tt, variable);
  value out = ast_value(z, model, s, ast, mem);
  // Preprocessing may leave an expression over constants in a model.
  Z3_ast simple = NULL;
  if (out.kind == VALUE_NONE &&
      Z3_model_eval(z->ctx, model, ast, true, &simple)) {
    Z3_inc_ref(z->ctx, simple);
    out = ast_value(z, model, s, simple, mem);
    Z3_dec_ref(z->ctx, simple);
  }
  Z3_dec_ref(z->ctx, ast);
  return out;
}
