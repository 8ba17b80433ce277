// SPDX-License-Identifier: Apache-2.0
// Functions: with a body, built in, or uninterpreted.
//
// A body is lowered once, over variables for the parameters, and substituted
// into: that keeps a formula linear where functions call functions. An
// uninterpreted function is a map nobody assigns to; it has any value from the
// start on, which is what "any function" means.
#include <assert.h>

#include "frontend/boogie/lowering.h"
#include "term/subst.h"

// A value of the right sorts, after an error.
static const term *anything(bpl_lowering *l, const bpl_type *t) {
  sort *sorts = ARENA_ARRAY(l->mem, sort, t->leaves);
  term *out = ARENA_ARRAY(l->mem, term, t->leaves);
  bpl_leaf_sorts(l, t, sorts);
  for (uint32_t i = 0; i < t->leaves; i++)
    out[i] = term_fresh(l->tt, "error", sorts[i]);
  return out;
}

// --- bodies -----------------------------------------------------------------

static const term *parameter_terms(bpl_lowering *l, const bpl_symbol *s) {
  const bpl_type *t = s->type;
  sort *sorts = ARENA_ARRAY(l->mem, sort, t->leaves);
  term *out = ARENA_ARRAY(l->mem, term, t->leaves);
  bpl_leaf_sorts(l, t, sorts);
  for (uint32_t i = 0; i < t->leaves; i++)
    out[i] = term_fresh(l->tt, s->name ? s->name : "_", sorts[i]);
  return out;
}

// False: the function calls itself.
static bool lower_function_body(bpl_lowering *l, bpl_function *f) {
  if (f->progress == BPL_DONE)
    return true;
  if (f->progress == BPL_ACTIVE)
    return diag_set(l->d, DIAG_UNSUPPORTED, f->symbol->pos,
                    "recursive functions are not supported");
  if (l->depth >= BPL_MAX_DEPTH)
    return diag_set(l->d, DIAG_UNSUPPORTED, f->symbol->pos,
                    "functions that call so many others are not supported");
  f->progress = BPL_ACTIVE;
  l->depth++;
  for (uint32_t i = 0; i < f->parameters.len; i++) {
    bpl_symbol *s = f->parameters.data[i];
    s->terms = parameter_terms(l, s);
  }
  // A body belongs to no condition: it is used in all of them.
  int wanted = l->wanted;
  l->wanted = 0;
  f->terms = bpl_lower_expr(l, f->body);
  l->wanted = wanted;
  l->depth--;
  f->progress = BPL_DONE;
  return true;
}

static const term *apply_body(bpl_lowering *l, const bpl_function *f,
                              const term *args) {
  uint32_t leaves = f->symbol->type->leaves;
  term *out = ARENA_ARRAY(l->mem, term, leaves);
  subst *s = subst_new(l->tt);
  for (uint32_t i = 0; i < f->parameters.len; i++) {
    const bpl_symbol *parameter = f->parameters.data[i];
    for (uint32_t k = 0; k < parameter->type->leaves; k++)
      subst_bind(s, parameter->terms[k], *args++);
  }
  for (uint32_t i = 0; i < leaves; i++)
    out[i] = subst_apply(s, f->terms[i]);
  subst_free(s);
  return out;
}

// --- uninterpreted ----------------------------------------------------------

static void make_maps(bpl_lowering *l, bpl_function *f) {
  const bpl_type *t = f->symbol->type;
  sort *sorts = ARENA_ARRAY(l->mem, sort, t->leaves);
  bpl_leaf_sorts(l, t, sorts);
  for (uint32_t i = f->parameters.len; i-- > 0;) {
    const bpl_type *of = f->parameters.data[i]->type;
    sort *index = ARENA_ARRAY(l->mem, sort, of->leaves);
    bpl_leaf_sorts(l, of, index);
    for (uint32_t k = of->leaves; k-- > 0;)
      for (uint32_t leaf = 0; leaf < t->leaves; leaf++)
        sorts[leaf] = sort_array(l->tt, index[k], sorts[leaf]);
  }
  term *out = ARENA_ARRAY(l->mem, term, t->leaves);
  for (uint32_t i = 0; i < t->leaves; i++)
    out[i] = bpl_arbitrary(l, f->symbol, i, sorts[i]);
  f->terms = out;
  f->progress = BPL_DONE;
}

static bool has_map_parameter(const bpl_function *f) {
  for (uint32_t i = 0; i < f->parameters.len; i++)
    if (f->parameters.data[i]->type->has_map)
      return true;
  return false;
}

static const term *apply_map(bpl_lowering *l, bpl_function *f,
                             const bpl_expr *e, const term *args, uint32_t n) {
  const bpl_type *t = f->symbol->type;
  if (has_map_parameter(f)) {
    diag_set(l->d, DIAG_UNSUPPORTED, e->pos,
             "uninterpreted functions of maps are not supported");
    return anything(l, t);
  }
  if (f->progress != BPL_DONE)
    make_maps(l, f);
  term *out = ARENA_ARRAY(l->mem, term, t->leaves);
  for (uint32_t i = 0; i < t->leaves; i++)
    out[i] = bpl_select(l, f->terms[i], args, n);
  return out;
}

// --- application ------------------------------------------------------------

static const term *apply_builtin(bpl_lowering *l, const bpl_function *f,
                                 const bpl_expr *e, const term *args,
                                 uint32_t n) {
  const bpl_type *t = f->symbol->type;
  term made = t->leaves == 1 ? bpl_builtin(l, f, args, n) : TERM_NONE;
  sort wanted;
  if (!term_is_none(made)) {
    bpl_leaf_sorts(l, t, &wanted);
    if (sort_eq(wanted, term_sort(l->tt, made)))
      return arena_copy(l->mem, &made, sizeof made);
  }
  diag_set(l->d, DIAG_UNSUPPORTED, e->pos,
           "the operator \"%s\" is not supported for these types", f->builtin);
  return anything(l, t);
}

const term *bpl_lower_apply(bpl_lowering *l, const bpl_expr *e) {
  bpl_function *f = e->symbol->function;
  uint32_t n;
  const term *args = bpl_lower_args(l, e->args, e->arg_count, &n);
  if (f->builtin)
    return apply_builtin(l, f, e, args, n);
  if (!f->body)
    return apply_map(l, f, e, args, n);
  if (!lower_function_body(l, f))
    return anything(l, e->type);
  return apply_body(l, f, args);
}

// --- division ---------------------------------------------------------------

static bool is_known_nonzero(const bpl_lowering *l, term t) {
  if (!term_is_value(l->tt, t))
    return false;
  value v = term_get_value(l->tt, t);
  mpq_t q;
  mpq_init(q);
  value_get_mpq(v, q);
  bool is = mpq_sgn(q) != 0;
  mpq_clear(q);
  return is;
}

static term value_by_zero(bpl_lowering *l, term_kind kind, term dividend) {
  int i = kind == TERM_INT_DIV ? 0 : kind == TERM_INT_MOD ? 1 : 2;
  if (term_is_none(l->zero[i])) {
    sort s = term_sort(l->tt, dividend);
    var_info info = {.type = {TYPE_OTHER, NULL},
                     .sort = sort_array(l->tt, s, s)};
    var v = program_add_variable(l->p, &info);
    vec_push(&l->arbitrary, v);
    l->zero[i] = program_variable_term(l->p, v);
  }
  return term_select(l->tt, l->zero[i], dividend);
}

term bpl_divide(bpl_lowering *l, term_kind kind, term a, term b) {
  term quotient = kind == TERM_INT_DIV   ? term_int_div(l->tt, a, b)
                  : kind == TERM_INT_MOD ? term_int_mod(l->tt, a, b)
                                         : term_div(l->tt, a, b);
  if (is_known_nonzero(l, b))
    return quotient;
  bool is_int = kind != TERM_DIV;
  term zero = term_int(l->tt, 0);
  term is_zero =
      term_eq_make(l->tt, b, is_int ? zero : term_to_real(l->tt, zero));
  return term_ite(l->tt, is_zero, value_by_zero(l, kind, a), quotient);
}
