// SPDX-License-Identifier: Apache-2.0
// Statements: what is assigned, called and jumped to.
#include <assert.h>

#include "frontend/boogie/checker.h"

static bool check_block(bpl_checker *c, bpl_block b);

// --- targets ----------------------------------------------------------------

// The variable that an assignment to 'e' changes; NULL: none.
static bpl_symbol *root_of(const bpl_expr *e) {
  while (e->kind == BPL_SELECT || e->kind == BPL_FIELD)
    e = e->args[0];
  return e->kind == BPL_NAME ? e->symbol : NULL;
}

static bool check_assignable(bpl_checker *c, const bpl_expr *e) {
  const bpl_symbol *s = root_of(e);
  if (!s)
    return diag_set(c->d, DIAG_INPUT, e->pos,
                    "only variables, and elements of maps, are assigned to");
  if (s->kind == BPL_GLOBAL || s->kind == BPL_LOCAL || s->kind == BPL_RESULT)
    return true;
  return diag_set(c->d, DIAG_INPUT, e->pos,
                  "'%s' is %s: it cannot be assigned to", s->name,
                  s->kind == BPL_CONSTANT ? "a constant" : "a parameter");
}

static bool check_target(bpl_checker *c, bpl_expr *e, bool is_name) {
  if (is_name && e->kind != BPL_NAME)
    return diag_set(c->d, DIAG_INPUT, e->pos, "expected a variable");
  return bpl_check_expr(c, e) && check_assignable(c, e);
}

// Every target is another variable: there is no order among them.
static bool check_distinct(bpl_checker *c, const bpl_stmt *s) {
  hmap seen = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < s->target_count; i++) {
    const bpl_symbol *root = root_of(s->targets[i]);
    if (hmap_find(&seen, (uintptr_t)root))
      ok = diag_set(c->d, DIAG_INPUT, s->targets[i]->pos,
                    "'%s' is assigned twice at once", root->name);
    hmap_put(&seen, (uintptr_t)root, 1);
  }
  hmap_free(&seen);
  return ok;
}

static bool check_targets(bpl_checker *c, bpl_stmt *s, bool are_names) {
  for (uint32_t i = 0; i < s->target_count; i++)
    if (!check_target(c, s->targets[i], are_names))
      return false;
  return s->kind == BPL_HAVOC || check_distinct(c, s);
}

static bool check_assign(bpl_checker *c, bpl_stmt *s) {
  if (s->target_count != s->value_count)
    return diag_set(c->d, DIAG_INPUT, s->pos,
                    "%u targets are assigned %u values", s->target_count,
                    s->value_count);
  if (!check_targets(c, s, false))
    return false;
  for (uint32_t i = 0; i < s->value_count; i++)
    if (!bpl_check_typed(c, s->values[i], s->targets[i]->type,
                         "the assigned value"))
      return false;
  return true;
}

// --- calls ------------------------------------------------------------------

static bool check_results(bpl_checker *c, bpl_stmt *s, const bpl_procedure *q) {
  if (s->target_count != q->results.len)
    return diag_set(c->d, DIAG_INPUT, s->pos, "'%s' has %u results, not %u",
                    s->name, q->results.len, s->target_count);
  if (!check_targets(c, s, true))
    return false;
  for (uint32_t i = 0; i < s->target_count; i++) {
    const bpl_type *is = q->results.data[i]->type;
    if (!bpl_type_equal(is, s->targets[i]->type))
      return bpl_mismatch(c, s->targets[i]->pos, "the result", is,
                          s->targets[i]->type);
  }
  return true;
}

static bool check_call(bpl_checker *c, bpl_stmt *s) {
  uint64_t *found = hmap_find(&c->procedures, (uintptr_t)s->name);
  if (!found)
    return diag_set(c->d, DIAG_INPUT, s->pos, "there is no procedure '%s'",
                    s->name);
  bpl_procedure *q = (bpl_procedure *)(uintptr_t)*found;
  s->symbol = q->symbol;
  if (s->value_count != q->parameters.len)
    return diag_set(c->d, DIAG_INPUT, s->pos, "'%s' takes %u arguments, not %u",
                    s->name, q->parameters.len, s->value_count);
  for (uint32_t i = 0; i < s->value_count; i++)
    if (!bpl_check_typed(c, s->values[i], q->parameters.data[i]->type,
                         "this argument"))
      return false;
  return check_results(c, s, q);
}

// --- control ----------------------------------------------------------------

static bool check_goto(bpl_checker *c, bpl_stmt *s) {
  s->labels = ARENA_ARRAY(c->unit->mem, uint32_t, s->name_count);
  for (uint32_t i = 0; i < s->name_count; i++) {
    uint64_t *found = hmap_find(&c->labels, (uintptr_t)s->names[i]);
    if (!found)
      return diag_set(c->d, DIAG_INPUT, s->name_pos[i],
                      "there is no label '%s' in this procedure", s->names[i]);
    s->labels[i] = (uint32_t)*found;
  }
  return true;
}

static bool has_label(const bpl_stmt *loop, const char *name) {
  for (uint32_t i = 0; i < loop->name_count; i++)
    if (loop->names[i] == name)
      return true;
  return false;
}

static bool check_break(bpl_checker *c, const bpl_stmt *s) {
  if (c->loops.len == 0)
    return diag_set(c->d, DIAG_INPUT, s->pos, "there is no loop to leave");
  bool is_found = s->name == NULL;
  for (uint32_t i = 0; i < c->loops.len; i++)
    is_found |= s->name && has_label(c->loops.data[i], s->name);
  return is_found ||
         diag_set(c->d, DIAG_INPUT, s->pos,
                  "no loop around here has the label '%s'", s->name);
}

static bool check_while(bpl_checker *c, bpl_stmt *s) {
  if (s->condition && !bpl_check_condition(c, s->condition, "this condition"))
    return false;
  for (uint32_t i = 0; i < s->invariants.len; i++)
    if (!bpl_check_condition(c, s->invariants.data[i].condition,
                             "this invariant"))
      return false;
  vec_push(&c->loops, s);
  bool ok = check_block(c, s->otherwise);
  (void)vec_pop(&c->loops);
  return ok;
}

static bool check_branch(bpl_checker *c, bpl_stmt *s) {
  for (uint32_t i = 0; i < s->arm_count; i++) {
    bpl_arm *arm = &s->arms[i];
    if (arm->condition &&
        !bpl_check_condition(c, arm->condition, "this condition"))
      return false;
    if (!check_block(c, arm->body))
      return false;
  }
  return check_block(c, s->otherwise);
}

static bool check_stmt(bpl_checker *c, bpl_stmt *s) {
  switch (s->kind) {
  case BPL_ASSERT:
  case BPL_ASSUME:
    return bpl_check_condition(c, s->condition, "this condition");
  case BPL_HAVOC:
    return check_targets(c, s, true);
  case BPL_ASSIGN:
    return check_assign(c, s);
  case BPL_CALL:
    return check_call(c, s);
  case BPL_BRANCH:
    return check_branch(c, s);
  case BPL_WHILE:
    return check_while(c, s);
  case BPL_GOTO:
    return check_goto(c, s);
  case BPL_BREAK:
    return check_break(c, s);
  case BPL_RETURN:
  case BPL_LABEL:
    return true;
  }
  return false;
}

// The labels right in front of a loop name it.
static void name_loop(bpl_checker *c, bpl_block b, uint32_t at) {
  uint32_t first = at;
  while (first > 0 && b.data[first - 1]->kind == BPL_LABEL)
    first--;
  const char **names = ARENA_ARRAY(c->unit->mem, const char *, at - first);
  for (uint32_t i = first; i < at; i++) {
    names[i - first] = b.data[i]->name;
    c->body->labels[*b.data[i]->labels].is_loop = true;
  }
  b.data[at]->names = names;
  b.data[at]->name_count = at - first;
}

static bool check_block(bpl_checker *c, bpl_block b) {
  for (uint32_t i = 0; i < b.len; i++) {
    if (b.data[i]->kind == BPL_WHILE)
      name_loop(c, b, i);
    if (!check_stmt(c, b.data[i]))
      return false;
  }
  return true;
}

bool bpl_check_body(bpl_checker *c, bpl_implementation *i) {
  hmap_clear(&c->labels);
  for (uint32_t k = 0; k < i->label_count; k++) {
    const bpl_label *l = &i->labels[k];
    if (hmap_find(&c->labels, (uintptr_t)l->name))
      return diag_set(c->d, DIAG_INPUT, l->pos, "the label '%s' occurs twice",
                      l->name);
    hmap_put(&c->labels, (uintptr_t)l->name, k);
  }
  assert(c->loops.len == 0);
  c->body = i;
  return check_block(c, i->body);
}
