// SPDX-License-Identifier: Apache-2.0
// Expressions as terms.
//
// As in the checker, the chain of first arguments is walked by a loop; the
// leaves of its lower end are handed up from node to node.
#include <assert.h>

#include "frontend/boogie/check.h"
#include "frontend/boogie/lowering.h"

static const term *single(bpl_lowering *l, term t) {
  return arena_copy(l->mem, &t, sizeof t);
}

// --- names ------------------------------------------------------------------

static const term *old_terms(const bpl_lowering *l, const bpl_symbol *s) {
  uint64_t *slot = hmap_find(&l->frame->procedure->old, (uintptr_t)s);
  assert(slot);
  return l->frame->store->slots + *slot;
}

const term *bpl_symbol_terms(bpl_lowering *l, const bpl_symbol *s) {
  switch (s->kind) {
  case BPL_GLOBAL:
    if (l->is_old)
      return old_terms(l, s);
    assert(s->terms);
    return s->terms;
  case BPL_CONSTANT:
  case BPL_BOUND:
    assert(s->terms);
    return s->terms;
  case BPL_LOCAL:
  case BPL_PARAMETER:
  case BPL_RESULT:
    return l->frame->store->slots + s->slot;
  case BPL_FUNCTION:
  case BPL_PROCEDURE:
    break;
  }
  assert(!"not a variable");
  return NULL;
}

// --- signs, for quantifiers --------------------------------------------------

// The sign of argument i, where e has the sign 'polarity'.
static int polarity_below(const bpl_expr *e, uint32_t i, int polarity) {
  if (e->kind == BPL_NOT)
    return -polarity;
  if (e->kind == BPL_IF)
    return i == 0 ? 0 : polarity;
  bool is_quantifier = e->kind == BPL_FORALL || e->kind == BPL_EXISTS;
  if (is_quantifier || e->kind == BPL_OLD)
    return polarity;
  if (e->kind != BPL_BINARY)
    return 0;
  if (e->op == TOK_AND || e->op == TOK_OR)
    return polarity;
  if (e->op == TOK_IMPLIES)
    return i == 0 ? -polarity : polarity;
  if (e->op == TOK_EXPLIES)
    return i == 0 ? polarity : -polarity;
  return 0;
}

// An argument, with its sign.
static const term *lower_arg(bpl_lowering *l, const bpl_expr *e, uint32_t i) {
  int polarity = l->polarity;
  l->polarity = polarity_below(e, i, polarity);
  const term *out = bpl_lower_expr(l, e->args[i]);
  l->polarity = polarity;
  return out;
}

// --- operators --------------------------------------------------------------

static term equal(bpl_lowering *l, const term *a, const term *b, uint32_t n) {
  term all = term_true(l->tt);
  for (uint32_t i = 0; i < n; i++)
    all = term_and(l->tt, all, term_eq_make(l->tt, a[i], b[i]));
  return all;
}

static term arithmetic(bpl_lowering *l, const bpl_expr *e, term a, term b) {
  bool is_int = e->args[0]->type->kind == BPL_TYPE_INT;
  switch ((int)e->op) {
  case TOK_PLUS:
    return term_add(l->tt, a, b);
  case TOK_MINUS:
    return term_sub(l->tt, a, b);
  case TOK_STAR:
    return term_mul(l->tt, a, b);
  case TOK_SLASH:
  case TOK_DIV:
    return bpl_divide(l, is_int ? TERM_INT_DIV : TERM_DIV, a, b);
  case TOK_PERCENT:
  case TOK_MOD:
    return bpl_divide(l, TERM_INT_MOD, a, b);
  case TOK_LT:
    return term_lt(l->tt, a, b);
  case TOK_LE:
    return term_le(l->tt, a, b);
  case TOK_GT:
    return term_lt(l->tt, b, a);
  default:
    assert(e->op == TOK_GE);
    return term_le(l->tt, b, a);
  }
}

static term binary(bpl_lowering *l, const bpl_expr *e, const term *a,
                   const term *b) {
  switch ((int)e->op) {
  case TOK_IFF:
  case TOK_EQ:
    return equal(l, a, b, e->args[0]->type->leaves);
  case TOK_NE:
    return term_not(l->tt, equal(l, a, b, e->args[0]->type->leaves));
  case TOK_IMPLIES:
    return term_or(l->tt, term_not(l->tt, *a), *b);
  case TOK_EXPLIES:
    return term_or(l->tt, *a, term_not(l->tt, *b));
  case TOK_AND:
    return term_and(l->tt, *a, *b);
  case TOK_OR:
    return term_or(l->tt, *a, *b);
  case TOK_CONCAT:
    return term_concat(l->tt, *a, *b);
  default:
    return arithmetic(l, e, *a, *b);
  }
}

static term unary(bpl_lowering *l, const bpl_expr *e) {
  term a = *lower_arg(l, e, 0);
  switch ((int)e->kind) {
  case BPL_NOT:
    return term_not(l->tt, a);
  case BPL_MINUS:
    return term_neg(l->tt, a);
  case BPL_TO_INT:
    return term_to_int(l->tt, a);
  default:
    assert(e->kind == BPL_TO_REAL);
    return term_to_real(l->tt, a);
  }
}

// --- composite values -------------------------------------------------------

const term *bpl_lower_args(bpl_lowering *l, bpl_expr *const *args,
                           uint32_t count, uint32_t *leaves) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < count; i++)
    n += args[i]->type->leaves;
  term *out = ARENA_ARRAY(l->mem, term, n);
  term *next = out;
  int polarity = l->polarity;
  l->polarity = 0;
  for (uint32_t i = 0; i < count; i++) {
    const term *of = bpl_lower_expr(l, args[i]);
    for (uint32_t k = 0; k < args[i]->type->leaves; k++)
      *next++ = of[k];
  }
  l->polarity = polarity;
  *leaves = n;
  return out;
}

static const term *lower_select(bpl_lowering *l, const bpl_expr *e,
                                const term *map) {
  uint32_t n;
  bool is_update = e->kind == BPL_UPDATE;
  uint32_t indices = e->arg_count - (is_update ? 2 : 1);
  const term *index = bpl_lower_args(l, e->args + 1, indices, &n);
  const term *element = is_update ? lower_arg(l, e, indices + 1) : NULL;
  uint32_t leaves = e->args[0]->type->leaves;
  term *out = ARENA_ARRAY(l->mem, term, leaves);
  for (uint32_t i = 0; i < leaves; i++)
    out[i] = is_update ? bpl_store_at(l, map[i], index, n, element[i])
                       : bpl_select(l, map[i], index, n);
  return out;
}

static const term *lower_if(bpl_lowering *l, const bpl_expr *e) {
  term condition = *lower_arg(l, e, 0);
  const term *yes = lower_arg(l, e, 1);
  const term *no = lower_arg(l, e, 2);
  term *out = ARENA_ARRAY(l->mem, term, e->type->leaves);
  for (uint32_t i = 0; i < e->type->leaves; i++)
    out[i] = term_ite(l->tt, condition, yes[i], no[i]);
  return out;
}

static const term *lower_old(bpl_lowering *l, const bpl_expr *e) {
  bool was_old = l->is_old;
  l->is_old = true;
  const term *out = lower_arg(l, e, 0);
  l->is_old = was_old;
  return out;
}

// --- walking ----------------------------------------------------------------

// 'first': the leaves of the first argument, where e is on the chain.
static const term *lower_node(bpl_lowering *l, const bpl_expr *e,
                              const term *first) {
  switch (e->kind) {
  case BPL_BOOL:
    return single(l, term_bool(l->tt, e->is_true));
  case BPL_NUMBER:
    return single(l, bpl_number(l, e));
  case BPL_NAME:
    return bpl_symbol_terms(l, e->symbol);
  case BPL_APPLY:
    return bpl_lower_apply(l, e);
  case BPL_OLD:
    return lower_old(l, e);
  case BPL_NOT:
  case BPL_MINUS:
  case BPL_TO_INT:
  case BPL_TO_REAL:
    return single(l, unary(l, e));
  case BPL_BINARY:
    return single(l, binary(l, e, first, lower_arg(l, e, 1)));
  case BPL_SELECT:
  case BPL_UPDATE:
    return lower_select(l, e, first);
  case BPL_EXTRACT:
    return single(l, term_extract(l->tt, *first, e->high - 1, e->low));
  case BPL_IF:
    return lower_if(l, e);
  case BPL_FORALL:
  case BPL_EXISTS:
    return single(l, bpl_lower_quantifier(l, e));
  case BPL_STRUCT: {
    uint32_t ignored;
    return bpl_lower_args(l, e->args, e->arg_count, &ignored);
  }
  case BPL_FIELD: {
    const bpl_type *t = e->args[0]->type;
    return first + bpl_field_offset(t, (uint32_t)bpl_field_index(t, e->text));
  }
  }
  return NULL;
}

const term *bpl_lower_expr(bpl_lowering *l, const bpl_expr *e) {
  assert(e->type);
  typedef struct {
    const bpl_expr *e;
    int polarity;
  } link;
  VEC(link) chain = {0};
  link next = {e, l->polarity};
  vec_push(&chain, next);
  while (bpl_is_spine(next.e->kind)) {
    next = (link){next.e->args[0], polarity_below(next.e, 0, next.polarity)};
    vec_push(&chain, next);
  }
  int polarity = l->polarity;
  const term *out = NULL;
  while (chain.len > 0) {
    next = vec_pop(&chain);
    l->polarity = next.polarity;
    out = lower_node(l, next.e, out);
  }
  l->polarity = polarity;
  vec_free(&chain);
  assert(out);
  return out;
}

term bpl_lower_condition(bpl_lowering *l, const bpl_expr *e) {
  assert(e->type->kind == BPL_TYPE_BOOL);
  return *bpl_lower_expr(l, e);
}
