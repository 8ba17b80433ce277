// SPDX-License-Identifier: Apache-2.0
// Quantifiers, without any in the program.
//
// A program is quantifier-free, so that it can be executed and every solver can
// answer. Four ways lead there; the first three are exact.
//
//  - An axiom (forall x :: f(x) == e) defines f, which then is a function with
//    a body like any other.
//  - A quantifier over Booleans is a conjunction or a disjunction.
//  - Where a condition asks for a witness (an assumed 'exists', an asserted
//    'forall'), the witness is an input. When an assertion passes for one
//    choice of the input and fails for another, both ways are executions of the
//    lowered program. The one that goes on adds no error, since the other one
//    has reached one.
//  - What is left is not used: an assumed 'forall' becomes true, and where a
//    quantifier is used both ways (under '==' or in a condition of 'if') it
//    becomes an input. Both only add executions. From there on the variable
//    'weak' is set, and what would be an error leads to the sink 'unsupported'
//    instead: the answer 'true' is right, 'false' is never given, and 'unknown'
//    says why.
#include <assert.h>

#include "frontend/boogie/lowering.h"

// How often the body of a quantifier over Booleans may be copied, nested ones
// taken together.
enum { MOST_BOOLEANS = 4, MOST_COPIES = 256 };

// --- definitions ------------------------------------------------------------

// Does the application mention the bound variables, each once, and no others?
static bool applies_to_bound(const bpl_expr *call, const bpl_expr *quantifier) {
  if (call->kind != BPL_APPLY || call->arg_count != quantifier->bound_count)
    return false;
  hmap seen = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < call->arg_count; i++) {
    const bpl_expr *arg = call->args[i];
    bool is_bound = false;
    for (uint32_t k = 0; k < quantifier->bound_count; k++)
      is_bound |= arg->kind == BPL_NAME && arg->symbol == quantifier->bound[k];
    ok = is_bound && !hmap_find(&seen, (uintptr_t)arg->symbol);
    hmap_put(&seen, (uintptr_t)arg->symbol, 1);
  }
  hmap_free(&seen);
  return ok;
}

static bool mentions(const bpl_expr *e, const bpl_symbol *f) {
  for (;;) {
    if (e->kind == BPL_APPLY && e->symbol == f)
      return true;
    bool is_spine = bpl_is_spine(e->kind);
    for (uint32_t i = is_spine ? 1 : 0; i < e->arg_count; i++)
      if (mentions(e->args[i], f))
        return true;
    if (!is_spine)
      return false;
    e = e->args[0];
  }
}

static bool has_quantifier(const bpl_expr *e) {
  for (;;) {
    if (e->kind == BPL_FORALL || e->kind == BPL_EXISTS)
      return true;
    bool is_spine = bpl_is_spine(e->kind);
    for (uint32_t i = is_spine ? 1 : 0; i < e->arg_count; i++)
      if (has_quantifier(e->args[i]))
        return true;
    if (!is_spine)
      return false;
    e = e->args[0];
  }
}

bool bpl_take_definition(const bpl_expr *axiom) {
  if (axiom->kind != BPL_FORALL)
    return false;
  const bpl_expr *body = axiom->args[0];
  bool is_equation =
      body->kind == BPL_BINARY && (body->op == TOK_EQ || body->op == TOK_IFF);
  if (!is_equation || !applies_to_bound(body->args[0], axiom))
    return false;
  const bpl_expr *call = body->args[0];
  bpl_function *f = call->symbol->function;
  bool is_free = !f->body && !f->builtin && f->progress == BPL_FRESH;
  if (!is_free || mentions(body->args[1], f->symbol) ||
      has_quantifier(body->args[1]))
    return false;
  f->body = body->args[1];
  for (uint32_t i = 0; i < call->arg_count; i++)
    f->parameters.data[i] = call->args[i]->symbol;
  return true;
}

// --- the other three --------------------------------------------------------

static bool is_boolean(const bpl_lowering *l, const bpl_expr *e) {
  bool is = e->bound_count <= MOST_BOOLEANS &&
            l->copies << e->bound_count <= MOST_COPIES;
  for (uint32_t i = 0; is && i < e->bound_count; i++)
    is = e->bound[i]->type->kind == BPL_TYPE_BOOL;
  return is;
}

static term expand(bpl_lowering *l, const bpl_expr *e) {
  bool is_forall = e->kind == BPL_FORALL;
  term all = term_bool(l->tt, is_forall);
  int polarity = l->polarity;
  l->copies <<= e->bound_count;
  for (uint32_t row = 0; row < 1U << e->bound_count; row++) {
    for (uint32_t i = 0; i < e->bound_count; i++) {
      term digit = term_bool(l->tt, (row >> i & 1) != 0);
      e->bound[i]->terms = arena_copy(l->mem, &digit, sizeof digit);
    }
    l->polarity = polarity;
    term one = bpl_lower_condition(l, e->args[0]);
    all = is_forall ? term_and(l->tt, all, one) : term_or(l->tt, all, one);
  }
  l->copies >>= e->bound_count;
  return all;
}

static term add_input(bpl_lowering *l, const char *name, type_info type, sort s,
                      source_pos pos) {
  input_info info = {
      .kind = INPUT_CHOICE, .name = name, .type = type, .sort = s, .pos = pos};
  term input = program_add_input(l->p, &info);
  vec_push(&l->witnesses, input);
  return input;
}

static term choose_witness(bpl_lowering *l, const bpl_expr *e) {
  for (uint32_t i = 0; i < e->bound_count; i++) {
    bpl_symbol *s = e->bound[i];
    sort *sorts = ARENA_ARRAY(l->mem, sort, s->type->leaves);
    term *leaves = ARENA_ARRAY(l->mem, term, s->type->leaves);
    bpl_leaf_sorts(l, s->type, sorts);
    for (uint32_t k = 0; k < s->type->leaves; k++)
      leaves[k] = add_input(l, bpl_leaf_name(l, s->name, s->type, k),
                            bpl_type_info(l, s->type, k), sorts[k], s->pos);
    s->terms = leaves;
  }
  return bpl_lower_condition(l, e->args[0]);
}

static term give_up(bpl_lowering *l, const bpl_expr *e) {
  l->is_weakened = true;
  if (l->polarity != 0)
    return term_bool(l->tt, l->polarity == l->wanted);
  return add_input(l, NULL, (type_info){TYPE_BOOL, "bool"}, sort_bool(l->tt),
                   e->first);
}

term bpl_lower_quantifier(bpl_lowering *l, const bpl_expr *e) {
  assert(e->kind == BPL_FORALL || e->kind == BPL_EXISTS);
  if (l->wanted == 0) {
    diag_set(l->d, DIAG_UNSUPPORTED, e->first,
             "quantifiers are supported in conditions only");
    return term_true(l->tt);
  }
  if (is_boolean(l, e))
    return expand(l, e);
  int asks = (e->kind == BPL_EXISTS ? 1 : -1) * l->polarity * l->wanted;
  return asks > 0 ? choose_witness(l, e) : give_up(l, e);
}

// --- conditions with quantifiers --------------------------------------------

term bpl_begin_condition(bpl_lowering *l, const bpl_expr *e, bpl_use use) {
  assert(l->witnesses.len == 0 && l->wanted == 0);
  l->wanted = use == BPL_ASSERTED ? -1 : 1;
  l->polarity = use == BPL_DECIDES ? 0 : 1;
  l->is_weakened = false;
  l->copies = 1;
  term t = bpl_lower_condition(l, e);
  l->wanted = 0;
  return t;
}

void bpl_end_condition(bpl_lowering *l, bpl_update *u) {
  for (uint32_t i = 0; i < l->witnesses.len; i++)
    vec_push(&u->inputs, l->witnesses.data[i]);
  if (l->is_weakened)
    bpl_assign(u, l, l->weak, term_true(l->tt));
  vec_clear(&l->witnesses);
}
