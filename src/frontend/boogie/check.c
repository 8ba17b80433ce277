// SPDX-License-Identifier: Apache-2.0
// The checker: declarations and scopes.
//
// Types, functions, procedures and variables are four name spaces. Everything
// at the top level sees everything else there, in whatever order it stands.
#include "frontend/boogie/check.h"

#include <assert.h>

#include "frontend/boogie/checker.h"

// --- scopes -----------------------------------------------------------------

bpl_symbol *bpl_lookup(const bpl_checker *c, const char *name) {
  uint64_t *found = hmap_find(&c->variables, (uintptr_t)name);
  return found ? (bpl_symbol *)(uintptr_t)*found : NULL;
}

bpl_mark bpl_open_scope(bpl_checker *c) {
  bpl_mark outer = {c->bindings.len, c->scope};
  c->scope = ++c->scope_count;
  return outer;
}

static void bind(bpl_checker *c, bpl_symbol *s) {
  bpl_binding b = {s->name, bpl_lookup(c, s->name)};
  s->scope = c->scope;
  vec_push(&c->bindings, b);
  hmap_put(&c->variables, (uintptr_t)s->name, (uintptr_t)s);
}

void bpl_close_scope(bpl_checker *c, bpl_mark mark) {
  c->scope = mark.scope;
  while (c->bindings.len > mark.bindings) {
    bpl_binding b = vec_pop(&c->bindings);
    if (b.shadowed)
      hmap_put(&c->variables, (uintptr_t)b.name, (uintptr_t)b.shadowed);
    else
      hmap_remove(&c->variables, (uintptr_t)b.name);
  }
}

bool bpl_resolve_all(bpl_checker *c, const bpl_symbols *list) {
  for (uint32_t i = 0; i < list->len; i++)
    if (!(list->data[i]->type = bpl_resolve(c, list->data[i]->type)))
      return false;
  return true;
}

// Binds variables of the current scope, which must have different names.
bool bpl_bind_all(bpl_checker *c, const bpl_symbols *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    bpl_symbol *s = list->data[i];
    if (!s->name)
      continue;
    const bpl_symbol *known = bpl_lookup(c, s->name);
    if (known && known->scope == c->scope)
      return diag_set(c->d, DIAG_INPUT, s->pos, "'%s' is declared twice",
                      s->name);
    bind(c, s);
  }
  return true;
}

static bool declare(bpl_checker *c, hmap *in, const char *name, source_pos pos,
                    void *what) {
  if (hmap_find(in, (uintptr_t)name))
    return diag_set(c->d, DIAG_INPUT, pos, "'%s' is declared twice", name);
  hmap_put(in, (uintptr_t)name, (uintptr_t)what);
  return true;
}

static bool declare_variables(bpl_checker *c, const bpl_symbols *list) {
  for (uint32_t i = 0; i < list->len; i++)
    if (!declare(c, &c->variables, list->data[i]->name, list->data[i]->pos,
                 list->data[i]))
      return false;
  return true;
}

// --- slots ------------------------------------------------------------------

uint32_t bpl_add_slots(bpl_checker *c, bpl_symbol *s, bool is_old) {
  uint32_t first = c->procedure->slots.len;
  for (uint32_t i = 0; i < s->type->leaves; i++) {
    bpl_slot slot = {s, i, is_old};
    vec_push(&c->procedure->slots, slot);
  }
  return first;
}

static void add_all_slots(bpl_checker *c, const bpl_symbols *list) {
  for (uint32_t i = 0; i < list->len; i++)
    list->data[i]->slot = bpl_add_slots(c, list->data[i], false);
}

// --- declarations -----------------------------------------------------------

static bool declare_types(bpl_checker *c) {
  const bpl_unit *u = c->unit;
  for (uint32_t i = 0; i < u->types.len; i++)
    if (!declare(c, &c->types, u->types.data[i]->name, u->types.data[i]->pos,
                 u->types.data[i]))
      return false;
  // A synonym that nobody uses should make sense, too.
  for (uint32_t i = 0; i < u->types.len; i++) {
    const bpl_type_decl *t = u->types.data[i];
    bpl_type named = {.kind = BPL_TYPE_NAMED, .name = t->name, .pos = t->pos};
    if (t->parameter_count == 0 && !bpl_resolve(c, &named))
      return false;
  }
  return true;
}

static bool declare_functions(bpl_checker *c) {
  const bpl_unit *u = c->unit;
  for (uint32_t i = 0; i < u->functions.len; i++) {
    bpl_function *f = u->functions.data[i];
    bpl_symbol *s = f->symbol;
    if (!declare(c, &c->functions, s->name, s->pos, f) ||
        !(s->type = bpl_resolve(c, s->type)) ||
        !bpl_resolve_all(c, &f->parameters))
      return false;
  }
  return true;
}

static bool declare_procedures(bpl_checker *c) {
  const bpl_unit *u = c->unit;
  for (uint32_t i = 0; i < u->procedures.len; i++) {
    bpl_procedure *q = u->procedures.data[i];
    c->procedure = q;
    if (!declare(c, &c->procedures, q->symbol->name, q->symbol->pos, q) ||
        !bpl_resolve_all(c, &q->parameters) || !bpl_resolve_all(c, &q->results))
      return false;
    add_all_slots(c, &q->parameters);
    add_all_slots(c, &q->results);
  }
  c->procedure = NULL;
  return true;
}

static bool check_where(bpl_checker *c, const bpl_symbols *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    bpl_expr *e = list->data[i]->where;
    if (e && !e->type && !bpl_check_condition(c, e, "this condition"))
      return false;
  }
  return true;
}

static bool check_functions(bpl_checker *c) {
  for (uint32_t i = 0; i < c->unit->functions.len; i++) {
    bpl_function *f = c->unit->functions.data[i];
    bpl_mark mark = bpl_open_scope(c);
    if (!bpl_bind_all(c, &f->parameters))
      return false;
    if (f->body && !bpl_check_typed(c, f->body, f->symbol->type, "the body"))
      return false;
    bpl_close_scope(c, mark);
  }
  return true;
}

static bool check_axioms(bpl_checker *c) {
  for (uint32_t i = 0; i < c->unit->axioms.len; i++)
    if (!bpl_check_condition(c, c->unit->axioms.data[i], "this axiom"))
      return false;
  return true;
}

// --- procedures -------------------------------------------------------------

static bool check_modifies(bpl_checker *c, bpl_procedure *q) {
  for (uint32_t i = 0; i < q->modifies_count; i++) {
    bpl_symbol *s = bpl_lookup(c, q->modifies_names[i]);
    if (!s || s->kind != BPL_GLOBAL)
      return diag_set(c->d, DIAG_INPUT, q->modifies_pos[i],
                      "'%s' is no global variable", q->modifies_names[i]);
    vec_push(&q->modifies, s);
  }
  return true;
}

static bool check_specs(bpl_checker *c, const bpl_specs *s) {
  for (uint32_t i = 0; i < s->len; i++)
    if (!bpl_check_condition(c, s->data[i].condition, "this condition"))
      return false;
  return true;
}

static bool check_contract(bpl_checker *c, bpl_procedure *q) {
  c->procedure = q;
  bpl_mark mark = bpl_open_scope(c);
  bool ok = check_modifies(c, q) && bpl_bind_all(c, &q->parameters) &&
            check_where(c, &q->parameters) && check_specs(c, &q->requires_) &&
            bpl_bind_all(c, &q->results) && check_where(c, &q->results) &&
            check_specs(c, &q->ensures);
  bpl_close_scope(c, mark);
  return ok;
}

// The variables of an implementation are those of its procedure, by position.
static bool match_variables(bpl_checker *c, const bpl_implementation *i,
                            const bpl_symbols *own, const bpl_symbols *of) {
  if (own->len != of->len)
    return diag_set(c->d, DIAG_INPUT, i->pos,
                    "'%s' is declared with %u %s, not %u", i->name, of->len,
                    of == &c->procedure->results ? "results" : "parameters",
                    own->len);
  if (!bpl_resolve_all(c, own))
    return false;
  for (uint32_t k = 0; k < own->len; k++) {
    own->data[k]->slot = of->data[k]->slot;
    if (!bpl_type_equal(own->data[k]->type, of->data[k]->type))
      return bpl_mismatch(c, own->data[k]->pos, "this variable",
                          own->data[k]->type, of->data[k]->type);
  }
  return true;
}

static bool find_procedure(bpl_checker *c, const bpl_implementation *i) {
  uint64_t *found = hmap_find(&c->procedures, (uintptr_t)i->name);
  if (!found)
    return diag_set(c->d, DIAG_INPUT, i->pos, "there is no procedure '%s'",
                    i->name);
  c->procedure = (bpl_procedure *)(uintptr_t)*found;
  return true;
}

static bool check_implementation(bpl_checker *c, bpl_implementation *i) {
  if (!find_procedure(c, i))
    return false;
  bpl_procedure *q = c->procedure;
  if (!match_variables(c, i, &i->parameters, &q->parameters) ||
      !match_variables(c, i, &i->results, &q->results) ||
      !bpl_resolve_all(c, &i->locals))
    return false;
  add_all_slots(c, &i->locals);
  bpl_mark mark = bpl_open_scope(c);
  bool ok = bpl_bind_all(c, &i->parameters) && bpl_bind_all(c, &i->results) &&
            bpl_bind_all(c, &i->locals) && check_where(c, &i->parameters) &&
            check_where(c, &i->results) && check_where(c, &i->locals) &&
            bpl_check_body(c, i);
  bpl_close_scope(c, mark);
  vec_push(&q->bodies, i);
  return ok;
}

static bool check_procedures(bpl_checker *c) {
  for (uint32_t i = 0; i < c->unit->procedures.len; i++)
    if (!check_contract(c, c->unit->procedures.data[i]))
      return false;
  for (uint32_t i = 0; i < c->unit->implementations.len; i++)
    if (!check_implementation(c, c->unit->implementations.data[i]))
      return false;
  return true;
}

// --- the unit ---------------------------------------------------------------

static bool check_unit(bpl_checker *c) {
  bpl_unit *u = c->unit;
  if (!declare_types(c) || !bpl_resolve_all(c, &u->constants) ||
      !bpl_resolve_all(c, &u->globals) ||
      !declare_variables(c, &u->constants) ||
      !declare_variables(c, &u->globals) || !declare_functions(c) ||
      !declare_procedures(c))
    return false;
  if (!check_where(c, &u->constants) || !check_functions(c) || !check_axioms(c))
    return false;
  c->has_state = true;
  return check_where(c, &u->globals) && check_procedures(c);
}

bool bpl_check(bpl_unit *u, diag *d) {
  bpl_checker c = {.unit = u, .d = d};
  bool ok = check_unit(&c);
  assert(ok || d->kind != DIAG_NONE);
  hmap_free(&c.types);
  hmap_free(&c.functions);
  hmap_free(&c.procedures);
  hmap_free(&c.variables);
  hmap_free(&c.labels);
  vec_free(&c.bindings);
  vec_free(&c.loops);
  return ok;
}
