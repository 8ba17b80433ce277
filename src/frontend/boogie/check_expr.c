// SPDX-License-Identifier: Apache-2.0
// Types of expressions.
//
// The chain of first arguments (a + b + c + ..., m[i := x][j := y]...) can be
// longer than any stack allows, so it is walked by a loop; the other arguments
// nest only as deep as the parser admits.
#include <assert.h>

#include "frontend/boogie/checker.h"

static bool wrong(bpl_checker *c, const bpl_expr *e, const char *text) {
  return diag_set(c->d, DIAG_INPUT, e->pos, "%s", text);
}

static bool has_kind(const bpl_expr *e, bpl_type_kind kind) {
  return e->type->kind == kind;
}

static bool is_number(const bpl_expr *e) {
  return has_kind(e, BPL_TYPE_INT) || has_kind(e, BPL_TYPE_REAL);
}

// --- names ------------------------------------------------------------------

static bool check_global(bpl_checker *c, bpl_expr *e) {
  if (!c->has_state)
    return diag_set(c->d, DIAG_INPUT, e->pos,
                    "the variable '%s' cannot be mentioned here: it changes",
                    e->text);
  if (c->is_old && !hmap_find(&c->procedure->old, (uintptr_t)e->symbol))
    hmap_put(&c->procedure->old, (uintptr_t)e->symbol,
             bpl_add_slots(c, e->symbol, true));
  return true;
}

static bool check_name(bpl_checker *c, bpl_expr *e) {
  e->symbol = bpl_lookup(c, e->text);
  if (!e->symbol)
    return diag_set(c->d, DIAG_INPUT, e->pos, "'%s' is not declared", e->text);
  e->type = e->symbol->type;
  return e->symbol->kind != BPL_GLOBAL || check_global(c, e);
}

static bool check_apply(bpl_checker *c, bpl_expr *e) {
  uint64_t *found = hmap_find(&c->functions, (uintptr_t)e->text);
  if (!found)
    return diag_set(c->d, DIAG_INPUT, e->pos, "there is no function '%s'",
                    e->text);
  bpl_function *f = (bpl_function *)(uintptr_t)*found;
  if (f->parameters.len != e->arg_count)
    return diag_set(c->d, DIAG_INPUT, e->pos, "'%s' takes %u arguments, not %u",
                    e->text, f->parameters.len, e->arg_count);
  for (uint32_t i = 0; i < e->arg_count; i++)
    if (!bpl_check_typed(c, e->args[i], f->parameters.data[i]->type,
                         "this argument"))
      return false;
  e->symbol = f->symbol;
  e->type = f->symbol->type;
  return true;
}

static bool check_old(bpl_checker *c, bpl_expr *e) {
  if (!c->procedure || !c->has_state)
    return wrong(c, e, "old(...) has a meaning in procedures only");
  bool was_old = c->is_old;
  c->is_old = true;
  bool ok = bpl_check_expr(c, e->args[0]);
  c->is_old = was_old;
  e->type = e->args[0]->type;
  return ok;
}

static bool check_quantifier(bpl_checker *c, bpl_expr *e) {
  bpl_mark mark = bpl_open_scope(c);
  bpl_symbols bound = {e->bound, e->bound_count, e->bound_count};
  if (!bpl_resolve_all(c, &bound) || !bpl_bind_all(c, &bound))
    return false;
  for (uint32_t i = 0; i < e->bound_count; i++)
    if (e->bound[i]->where)
      return wrong(c, e, "a bound variable has no 'where'");
  bool ok = bpl_check_condition(c, e->args[0], "the body of a quantifier");
  bpl_close_scope(c, mark);
  e->type = e->args[0]->type;
  return ok;
}

// --- operators --------------------------------------------------------------

static bool check_unary(bpl_checker *c, bpl_expr *e) {
  bpl_expr *arg = e->args[0];
  if (!bpl_check_expr(c, arg))
    return false;
  bool is_fine = false;
  e->type = arg->type;
  if (e->kind == BPL_NOT) {
    is_fine = has_kind(arg, BPL_TYPE_BOOL);
  } else if (e->kind == BPL_MINUS) {
    is_fine = is_number(arg);
  } else if (e->kind == BPL_TO_INT) {
    is_fine = has_kind(arg, BPL_TYPE_REAL);
    e->type = bpl_basic(c, BPL_TYPE_INT);
  } else {
    assert(e->kind == BPL_TO_REAL);
    is_fine = has_kind(arg, BPL_TYPE_INT);
    e->type = bpl_basic(c, BPL_TYPE_REAL);
  }
  return is_fine || wrong(c, e,
                          e->kind == BPL_NOT      ? "'!' needs a bool"
                          : e->kind == BPL_MINUS  ? "'-' needs a number"
                          : e->kind == BPL_TO_INT ? "'int' needs a real"
                                                  : "'real' needs an int");
}

static bool operands_fit(const bpl_expr *e) {
  const bpl_expr *a = e->args[0], *b = e->args[1];
  switch ((int)e->op) {
  case TOK_IFF:
  case TOK_IMPLIES:
  case TOK_EXPLIES:
  case TOK_AND:
  case TOK_OR:
    return has_kind(a, BPL_TYPE_BOOL) && has_kind(b, BPL_TYPE_BOOL);
  case TOK_EQ:
  case TOK_NE:
    return bpl_type_equal(a->type, b->type);
  case TOK_PERCENT:
  case TOK_DIV:
  case TOK_MOD:
    return has_kind(a, BPL_TYPE_INT) && has_kind(b, BPL_TYPE_INT);
  case TOK_CONCAT:
    return has_kind(a, BPL_TYPE_BV) && has_kind(b, BPL_TYPE_BV);
  default:
    return is_number(a) && bpl_type_equal(a->type, b->type);
  }
}

static const bpl_type *binary_type(bpl_checker *c, const bpl_expr *e) {
  switch ((int)e->op) {
  case TOK_PLUS:
  case TOK_MINUS:
  case TOK_STAR:
  case TOK_SLASH:
  case TOK_PERCENT:
  case TOK_DIV:
  case TOK_MOD:
    return e->args[0]->type;
  case TOK_CONCAT: {
    bpl_type *t = ARENA_NEW(c->unit->mem, bpl_type);
    *t = *e->args[0]->type;
    t->width += e->args[1]->type->width;
    return t;
  }
  default:
    return bpl_basic(c, BPL_TYPE_BOOL);
  }
}

static bool check_binary(bpl_checker *c, bpl_expr *e) {
  if (!bpl_check_expr(c, e->args[1]))
    return false;
  if (!operands_fit(e)) {
    strbuf text = {0};
    bpl_type_print(e->args[0]->type, &text);
    strbuf_puts(&text, "' and '");
    bpl_type_print(e->args[1]->type, &text);
    diag_set(c->d, DIAG_INPUT, e->pos, "'%s' is not defined on '%s'",
             bpl_token_name(e->op), strbuf_text(&text));
    strbuf_free(&text);
    return false;
  }
  e->type = binary_type(c, e);
  if (e->op == TOK_CONCAT && e->type->width > BPL_MAX_WIDTH)
    return wrong(c, e, "this bit-vector is too wide");
  return true;
}

// --- maps, bits, structs ----------------------------------------------------

static bool check_select(bpl_checker *c, bpl_expr *e) {
  const bpl_type *map = e->args[0]->type;
  if (map->kind != BPL_TYPE_MAP)
    return wrong(c, e, "what is indexed here is no map");
  uint32_t indices = e->arg_count - (e->kind == BPL_UPDATE ? 2 : 1);
  if (indices != map->arg_count)
    return diag_set(c->d, DIAG_INPUT, e->pos, "this map has %u indices, not %u",
                    map->arg_count, indices);
  for (uint32_t i = 0; i < indices; i++)
    if (!bpl_check_typed(c, e->args[i + 1], map->args[i], "this index"))
      return false;
  e->type = map->range;
  if (e->kind == BPL_SELECT)
    return true;
  e->type = map;
  return bpl_check_typed(c, e->args[indices + 1], map->range, "this element");
}

static bool check_extract(bpl_checker *c, bpl_expr *e) {
  const bpl_type *of = e->args[0]->type;
  if (of->kind != BPL_TYPE_BV)
    return wrong(c, e, "bits can be taken of a bit-vector only");
  if (e->low >= e->high || e->high > of->width)
    return diag_set(c->d, DIAG_INPUT, e->pos,
                    "a bit-vector of width %u has no bits [%u:%u]", of->width,
                    e->high, e->low);
  bpl_type *t = ARENA_NEW(c->unit->mem, bpl_type);
  *t = *of;
  t->width = e->high - e->low;
  e->type = t;
  return true;
}

static bool check_field(bpl_checker *c, bpl_expr *e) {
  int64_t i = bpl_field_index(e->args[0]->type, e->text);
  if (i < 0)
    return diag_set(c->d, DIAG_INPUT, e->pos, "there is no field '%s' here",
                    e->text);
  e->type = e->args[0]->type->args[i];
  return true;
}

static bool check_struct(bpl_checker *c, bpl_expr *e) {
  const bpl_type **types =
      ARENA_ARRAY(c->unit->mem, const bpl_type *, e->arg_count);
  for (uint32_t i = 0; i < e->arg_count; i++) {
    if (!bpl_check_expr(c, e->args[i]))
      return false;
    types[i] = e->args[i]->type;
  }
  bpl_type t = {.kind = BPL_TYPE_STRUCT,
                .args = types,
                .fields = e->fields,
                .arg_count = e->arg_count,
                .pos = e->pos};
  return (e->type = bpl_resolve(c, &t)) != NULL;
}

static bool check_if(bpl_checker *c, bpl_expr *e) {
  if (!bpl_check_condition(c, e->args[0], "this condition") ||
      !bpl_check_expr(c, e->args[1]) ||
      !bpl_check_typed(c, e->args[2], e->args[1]->type, "the other branch"))
    return false;
  e->type = e->args[1]->type;
  return true;
}

// --- walking ----------------------------------------------------------------

// One node; on the chain, its first argument has been checked.
static bool check_node(bpl_checker *c, bpl_expr *e) {
  switch (e->kind) {
  case BPL_BOOL:
    e->type = bpl_basic(c, BPL_TYPE_BOOL);
    return true;
  case BPL_NUMBER:
    return true;
  case BPL_NAME:
    return check_name(c, e);
  case BPL_APPLY:
    return check_apply(c, e);
  case BPL_OLD:
    return check_old(c, e);
  case BPL_NOT:
  case BPL_MINUS:
  case BPL_TO_INT:
  case BPL_TO_REAL:
    return check_unary(c, e);
  case BPL_BINARY:
    return check_binary(c, e);
  case BPL_SELECT:
  case BPL_UPDATE:
    return check_select(c, e);
  case BPL_EXTRACT:
    return check_extract(c, e);
  case BPL_IF:
    return check_if(c, e);
  case BPL_FORALL:
  case BPL_EXISTS:
    return check_quantifier(c, e);
  case BPL_STRUCT:
    return check_struct(c, e);
  case BPL_FIELD:
    return check_field(c, e);
  }
  return false;
}

bool bpl_check_expr(bpl_checker *c, bpl_expr *e) {
  VEC(bpl_expr *) chain = {0};
  vec_push(&chain, e);
  while (bpl_is_spine(vec_last(&chain)->kind)) {
    bpl_expr *first = vec_last(&chain)->args[0];
    vec_push(&chain, first);
  }
  bool ok = true;
  while (ok && chain.len > 0) {
    bpl_expr *next = vec_pop(&chain);
    ok = check_node(c, next);
    assert(!ok || next->type);
  }
  vec_free(&chain);
  return ok;
}

bool bpl_check_typed(bpl_checker *c, bpl_expr *e, const bpl_type *type,
                     const char *what) {
  if (!bpl_check_expr(c, e))
    return false;
  return bpl_type_equal(e->type, type) ||
         bpl_mismatch(c, e->pos, what, e->type, type);
}

bool bpl_check_condition(bpl_checker *c, bpl_expr *e, const char *what) {
  return bpl_check_typed(c, e, bpl_basic(c, BPL_TYPE_BOOL), what);
}
