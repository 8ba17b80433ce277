// SPDX-License-Identifier: Apache-2.0
// Calls are inlined; contracts are checked and assumed around the body.
//
// A call makes the location where the callee starts and the one where it ends,
// and leaves the body for later: no call is executed within another, so that
// long chains of calls need no stack. The variables of a procedure are shared
// by all its calls at the same depth of recursion, which never run at once; all
// but the parameters have any value when it starts.
#include <assert.h>

#include "frontend/boogie/lowering.h"

// How large the program may grow by unfolding calls.
enum { MOST_LOCATIONS = 200000 };

// --- frames -----------------------------------------------------------------

static term add_slot(bpl_lowering *l, const bpl_procedure *q,
                     const bpl_slot *slot, sort s) {
  const bpl_symbol *of = slot->symbol;
  const char *name = bpl_leaf_name(l, of->name, of->type, slot->leaf);
  if (slot->is_old && name)
    name = arena_printf(l->mem, "old(%s)", name);
  var_info info = {.name = name,
                   .function = q->symbol->name,
                   .type = bpl_type_info(l, of->type, slot->leaf),
                   .sort = s,
                   .pos = of->pos};
  return program_variable_term(l->p, program_add_variable(l->p, &info));
}

static const bpl_store *make_store(bpl_lowering *l, const bpl_procedure *q) {
  uint32_t n = q->slots.len;
  term *slots = ARENA_ARRAY(l->mem, term, n);
  for (uint32_t i = 0; i < n;) {
    const bpl_symbol *of = q->slots.data[i].symbol;
    sort *sorts = ARENA_ARRAY(l->mem, sort, of->type->leaves);
    bpl_leaf_sorts(l, of->type, sorts);
    for (uint32_t k = 0; k < of->type->leaves; k++, i++)
      slots[i] = add_slot(l, q, &q->slots.data[i], sorts[k]);
  }
  bpl_store *store = ARENA_NEW(l->mem, bpl_store);
  store->slots = slots;
  return store;
}

static const bpl_store *find_store(bpl_lowering *l, const bpl_procedure *q,
                                   uint32_t occurrence) {
  uint64_t key = hmap_pair(q->number, occurrence);
  uint64_t *known = hmap_find(&l->stores, key);
  if (known)
    return (const bpl_store *)(uintptr_t)*known;
  const bpl_store *made = make_store(l, q);
  hmap_put(&l->stores, key, (uintptr_t)made);
  return made;
}

bpl_frame *bpl_new_frame(bpl_lowering *l, bpl_procedure *q,
                         const bpl_frame *parent) {
  uint32_t occurrence = 0;
  for (const bpl_frame *f = parent; f; f = f->parent)
    if (f->procedure == q) {
      occurrence = f->occurrence + 1;
      break;
    }
  if (occurrence > (uint32_t)l->env->options->recursion ||
      program_location_count(l->p) > MOST_LOCATIONS)
    return NULL;
  bpl_frame *f = ARENA_NEW(l->mem, bpl_frame);
  *f = (bpl_frame){.procedure = q,
                   .parent = parent,
                   .depth = parent ? parent->depth + 1 : 0,
                   .occurrence = occurrence,
                   .store = find_store(l, q, occurrence)};
  return f;
}

// --- the caller's side ------------------------------------------------------

static void too_deep(bpl_lowering *l, const bpl_stmt *s, loc from) {
  edge_info info = {
      .kind = EDGE_STOP,
      .pos = s->pos,
      .text = arena_printf(
          l->mem, "calls of %s are unfolded only so far (see --recursion)",
          s->name)};
  bpl_add_edge(l, from, l->bound, term_true(l->tt), NULL, &info);
}

static void pass_arguments(bpl_lowering *l, const bpl_stmt *s,
                           const bpl_frame *callee, bpl_update *u) {
  uint32_t n;
  const term *values = bpl_lower_args(l, s->values, s->value_count, &n);
  for (uint32_t i = 0; i < s->value_count; i++) {
    const bpl_symbol *parameter = callee->procedure->parameters.data[i];
    for (uint32_t k = 0; k < parameter->type->leaves; k++)
      bpl_assign(u, l, callee->store->slots[parameter->slot + k], *values++);
  }
}

static void take_results(bpl_lowering *l, const bpl_stmt *s,
                         const bpl_frame *callee, bpl_update *u) {
  for (uint32_t i = 0; i < s->target_count; i++) {
    const bpl_symbol *result = callee->procedure->results.data[i];
    const term *target = bpl_symbol_terms(l, s->targets[i]->symbol);
    for (uint32_t k = 0; k < result->type->leaves; k++)
      bpl_assign(u, l, target[k], callee->store->slots[result->slot + k]);
  }
}

void bpl_lower_call(bpl_lowering *l, const bpl_stmt *s) {
  loc from = bpl_here(l, s->pos, false);
  bpl_frame *callee = bpl_new_frame(l, s->symbol->procedure, l->frame);
  if (!callee) {
    too_deep(l, s, from);
    return;
  }
  const bpl_frame *caller = l->frame;
  callee->call = s->pos;
  l->frame = callee;
  callee->start = bpl_new_location(l, s->symbol->pos, false);
  callee->end = bpl_new_location(l, s->symbol->pos, false);
  l->frame = caller;
  vec_push(&l->work, callee);
  bpl_update in = {0}, out = {0};
  pass_arguments(l, s, callee, &in);
  edge_info info = {.kind = EDGE_CALL, .pos = s->pos, .text = s->name};
  bpl_add_edge(l, from, callee->start, term_true(l->tt), &in, &info);
  take_results(l, s, callee, &out);
  info.kind = EDGE_RETURN;
  bpl_go_on(l, callee->end, term_true(l->tt), &out, &info);
  bpl_update_clear(&in);
  bpl_update_clear(&out);
}

// --- the callee's side ------------------------------------------------------

static void plain_step(bpl_lowering *l, bpl_update *u, source_pos pos) {
  edge_info info = {.kind = EDGE_PLAIN, .pos = pos};
  if (u->list.len > 0 && !bpl_is_dead(l)) {
    loc from = bpl_here(l, pos, false);
    bpl_go_on(l, from, term_true(l->tt), u, &info);
  }
  bpl_update_clear(u);
}

void bpl_assume_where(bpl_lowering *l, const bpl_symbols *list) {
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i]->where)
      bpl_assume(l, list->data[i]->where, list->data[i]->pos);
}

static void havoc_all(bpl_lowering *l, const bpl_symbols *list,
                      source_pos pos) {
  bpl_update u = {0};
  for (uint32_t i = 0; i < list->len; i++) {
    const bpl_symbol *s = list->data[i];
    bpl_havoc(l, &u, s, bpl_symbol_terms(l, s), INPUT_CHOICE, pos);
  }
  plain_step(l, &u, pos);
  bpl_assume_where(l, list);
}

// Remembers what globals are now, for old(...).
static void save_globals(bpl_lowering *l, source_pos pos) {
  const bpl_procedure *q = l->frame->procedure;
  bpl_update u = {0};
  for (uint32_t i = 0; i < q->slots.len; i++) {
    const bpl_slot *slot = &q->slots.data[i];
    if (slot->is_old)
      bpl_assign(&u, l, l->frame->store->slots[i],
                 slot->symbol->terms[slot->leaf]);
  }
  plain_step(l, &u, pos);
}

static void check_requires(bpl_lowering *l) {
  const bpl_frame *f = l->frame;
  const bpl_specs *s = &f->procedure->requires_;
  for (uint32_t i = 0; i < s->len; i++) {
    const bpl_expr *e = s->data[i].condition;
    if (s->data[i].is_free || !f->parent)
      bpl_assume(l, e, e->first);
    else
      bpl_assert(l, e, f->call, "precondition", f->procedure->symbol->name);
  }
}

// has_body: what the body ensures is checked; what stands for a body is
// assumed to ensure it.
static void check_ensures(bpl_lowering *l, bool has_body) {
  const bpl_procedure *q = l->frame->procedure;
  for (uint32_t i = 0; i < q->ensures.len; i++) {
    const bpl_expr *e = q->ensures.data[i].condition;
    if (q->ensures.data[i].is_free || !has_body)
      bpl_assume(l, e, e->first);
    else
      bpl_assert(l, e, e->first, "postcondition", q->symbol->name);
  }
}

// Without a body: anything may happen to what it modifies.
static void lower_declaration(bpl_lowering *l) {
  const bpl_procedure *q = l->frame->procedure;
  havoc_all(l, &q->modifies, q->symbol->pos);
  havoc_all(l, &q->results, q->symbol->pos);
  check_ensures(l, false);
}

static void lower_one_body(bpl_lowering *l, const bpl_implementation *i) {
  havoc_all(l, &i->results, i->pos);
  havoc_all(l, &i->locals, i->pos);
  if (i->parameters.len > 0)
    bpl_assume_where(l, &i->parameters);
  bpl_lower_body(l, i);
}

static void lower_bodies(bpl_lowering *l) {
  const bpl_procedure *q = l->frame->procedure;
  bpl_open_edges ways = {0};
  if (q->bodies.len > 1)
    bpl_choose(l, q->symbol->pos, q->bodies.len, &ways);
  for (uint32_t i = 0; i < q->bodies.len; i++) {
    if (q->bodies.len > 1)
      vec_push(&l->open, ways.data[i]);
    lower_one_body(l, q->bodies.data[i]);
  }
  vec_free(&ways);
  bpl_resume(l, &l->returns);
  check_ensures(l, true);
}

static void run_call(bpl_lowering *l, const bpl_frame *f) {
  const bpl_procedure *q = f->procedure;
  assert(bpl_is_dead(l) && l->returns.len == 0);
  l->frame = f;
  l->at = f->start;
  save_globals(l, q->symbol->pos);
  check_requires(l);
  bpl_assume_where(l, &q->parameters);
  if (bpl_is_dead(l))
    return;
  if (q->bodies.len > 0)
    lower_bodies(l);
  else
    lower_declaration(l);
  if (l->at.id == 0 && !f->parent)
    for (uint32_t i = 0; i < l->open.len; i++) {
      l->open.data[i].info.kind = EDGE_RETURN;
      l->open.data[i].info.text = q->symbol->name;
    }
  bpl_go_to(l, f->end);
}

void bpl_run_calls(bpl_lowering *l) {
  while (l->work.len > 0 && l->d->kind == DIAG_NONE) {
    const bpl_frame *f = vec_pop(&l->work);
    run_call(l, f);
    limit_kind limit = limits_stop(&l->env->limits);
    if (limit != LIMIT_NONE)
      diag_set(l->d, DIAG_LIMIT, f->call, "%s while reading the program",
               limit_name(limit));
  }
}
