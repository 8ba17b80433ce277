// SPDX-License-Identifier: Apache-2.0
// Memory safety: what an access, a free and the end of the program must keep.
//
// Elsewhere an access that leads nowhere is not supported. Here the conditions
// of C are written down exactly: the bytes lie inside of an object that lives.
// What is left after them, an access of an unusual kind, is still unsupported.
//
// A pointer is invalid if it is none of its targets (points_to.h), so all of
// them must be known. Pointers from outside of the program lead to an object
// of their own, 'foreign', of which nothing is known.
//
// Locals are told apart by the call that they belong to. When a call or a block
// of a loop is entered again, its locals have the same names as the last ones;
// a pointer that is left over from those would seem to be valid. So whatever
// still points to a local as its life begins, points to an object that is gone
// from then on. In large arrays such pointers are not looked for: that is not
// supported.
#include "frontend/c/memory/safety.h"

#include <assert.h>

#include "frontend/c/memory/cells.h"
#include "frontend/c/memory/place.h"
#include "frontend/c/memory/word.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/pointer.h"

// --- objects ---------------------------------------------------------------

static bool is_unknown(const translator *t, const object *o) {
  return (o->shape == NULL && o->symbol == 0 && o != t->gone) ||
         (o->shape != NULL && (o->shape->is_opaque || o->is_incomplete));
}

// --- inside ----------------------------------------------------------------

static int64_t divide_down(int64_t a, int64_t b) {
  assert(b > 0);
  return a / b - (a % b < 0);
}

// One index, and a size that is known: the values that the index may have.
// Nothing is multiplied, so nothing can be too large.
static term in_range(translator *t, const pointer *p, uint64_t size,
                     uint64_t bytes) {
  terms *tt = t->tt;
  const pointer_part *part = &p->parts[0];
  uint32_t width = term_width(tt, part->index);
  int64_t most = divide_down((int64_t)(size - bytes) - p->offset, part->scale);
  int64_t least = -divide_down(p->offset, part->scale);
  if (most < least)
    return term_false(tt);
  term low = term_bv(tt, width, (uint64_t)least);
  uint64_t count = (uint64_t)(most - least);
  if (width < 64 && count >> width != 0)
    return term_true(tt);
  return term_bvule(tt, term_bvsub(tt, part->index, low),
                    term_bv(tt, width, count));
}

static bool is_plain(const pointer *p) {
  return p->part_count == 0 && term_is_none(p->base);
}

static term is_inside(translator *t, const object *o, const pointer *p,
                      uint64_t bytes) {
  terms *tt = t->tt;
  bool is_fixed = o->length.id == 0 && o->bytes.id == 0;
  if (is_fixed && o->shape->size < bytes)
    return term_false(tt);
  if (is_fixed && is_plain(p))
    return term_bool(tt, p->offset >= 0 &&
                             (uint64_t)p->offset <= o->shape->size - bytes);
  if (is_fixed && p->part_count == 1 && term_is_none(p->base))
    return in_range(t, p, o->shape->size, bytes);
  term at = pointer_offset(t, p), size = heap_size(t, o, p);
  term end = term_bvsub(tt, size, term_bv(tt, OFFSET_BITS, bytes));
  term fits = term_bvule(tt, term_bv(tt, OFFSET_BITS, bytes), size);
  return term_and(tt, fits, term_bvule(tt, at, end));
}

// --- accesses --------------------------------------------------------------

// What is true of the pointers of which nothing is known.
static term is_foreign(translator *t, const pointer *p) {
  terms *tt = t->tt;
  if (p->object != NULL)
    return term_bool(tt, is_unknown(t, p->object));
  return term_eq_make(tt, p->object_id,
                      term_bv(tt, OBJECT_BITS, object_id(t, t->foreign)));
}

static void violate(translator *t, term bad, property_kind kind,
                    const char *text) {
  if (points_to_is_complete(t->targets))
    step_error(t, bad, kind, text);
  else
    step_unsupported(t, bad, "too many pointers to follow");
}

void safety_access(translator *t, address at, const candidate_vec *all,
                   uint64_t bytes) {
  terms *tt = t->tt;
  if (!step_checks(t, PROPERTY_DEREF))
    return;
  const pointer *p = at.p;
  term good = is_foreign(t, p);
  for (uint32_t k = 0; k < all->len; k++) {
    const object *o = all->data[k].object;
    term here = term_true(tt);
    if (!is_unknown(t, o) && o->shape != NULL)
      here = term_and(tt, is_inside(t, o, p, bytes), heap_is_live(t, o, p));
    else if (!is_unknown(t, o))
      here = term_false(tt); // a function, or gone
    good = term_or(tt, good, term_and(tt, all->data[k].is_it, here));
  }
  const char *text =
      "invalid access: the pointer is null, dangling or outside of its object";
  if (p->object != NULL)
    text = arena_printf(
        t->scratch, "invalid access: outside of '%s', or after its lifetime",
        p->object->name);
  violate(t, term_not(tt, good), PROPERTY_DEREF, text);
}

void safety_free(translator *t, const pointer *p, term good) {
  if (!step_checks(t, PROPERTY_FREE))
    return;
  term known = term_or(t->tt, good, is_foreign(t, p));
  violate(t, term_not(t->tt, known), PROPERTY_FREE,
          "invalid free: this is no allocated memory, or was freed before");
}

// --- pointers from outside -------------------------------------------------

void safety_start(translator *t) {
  t->foreign = object_new(t, "memory from outside of the program");
  t->gone = object_new(t, "a local whose life is over");
  track_start(t);
}

void safety_assume_foreign(translator *t, term p) {
  terms *tt = t->tt;
  if (!step_checks(t, PROPERTY_DEREF) && !step_checks(t, PROPERTY_FREE))
    return;
  assert(term_width(tt, p) == POINTER_BITS);
  term id = term_extract(tt, p, POINTER_BITS - 1, OFFSET_BITS);
  term is_other =
      term_eq_make(tt, id, term_bv(tt, OBJECT_BITS, object_id(t, t->foreign)));
  term is_null = term_eq_make(tt, p, term_bv(tt, POINTER_BITS, 0));
  step_assume(t, term_or(tt, is_null, is_other));
}

// --- lives of locals -------------------------------------------------------

// What becomes of a cell whose pointer leads to the object.
static term retired(translator *t, const cell *c, term now, const object *o) {
  terms *tt = t->tt;
  term held = cells_held(t, c, now);
  term id = term_extract(tt, held, POINTER_BITS - 1, OFFSET_BITS);
  term is_left =
      term_eq_make(tt, id, term_bv(tt, OBJECT_BITS, object_id(t, o)));
  term gone = term_concat(tt, term_bv(tt, OBJECT_BITS, object_id(t, t->gone)),
                          term_extract(tt, held, OFFSET_BITS - 1, 0));
  if (c->kind == CELL_WORD)
    gone = word_of_pointer(t, gone);
  return term_ite(tt, is_left, gone, now);
}

// The same for each element of an array.
static term retired_elements(translator *t, const shape *s, uint32_t index,
                             term now, const object *o) {
  for (uint64_t k = 0; k < s->length; k++) {
    term at = term_bv(t->tt, s->index_bits, k);
    term v = retired(t, &s->cells[index], term_select(t->tt, now, at), o);
    now = term_store(t->tt, now, at, v);
  }
  return now;
}

// Whether all pointers in it can be looked at.
static bool is_small(const object *holder) {
  enum { MOST = 64 };
  return !holder->is_many && holder->length.id == 0 &&
         holder->shape->length <= MOST;
}

// Pointers to the object that the holder has are left over.
static void retire(translator *t, const object *holder, const object *o) {
  const shape *s = holder->shape;
  if (s == NULL || s->is_opaque || holder->constants != NULL)
    return;
  for (uint32_t k = 0; k < s->cell_count; k++) {
    if (!cell_may_point(&s->cells[k]))
      continue;
    if (!is_small(holder)) {
      step_unsupported(t, term_true(t->tt),
                       "a pointer to '%s' that may outlive it", o->name);
      return;
    }
    term now = memory_cell(t, holder, k);
    step_write(t, (var){holder->first.id + k},
               s->length > 0 ? retired_elements(t, s, k, now, o)
                             : retired(t, &s->cells[k], now, o));
  }
}

// f: the frame of the local; from: the innermost one that is active.
static void retire_left_over(translator *t, frame *f, frame *from,
                             uint32_t local) {
  const object *o = frame_object(t, f, local);
  target self = {TARGET_LOCAL, f->f, local}, holder;
  for (uint32_t k = 0; points_to_holder(t->targets, self, k, &holder); k++) {
    if (holder.kind == TARGET_SYMBOL)
      retire(t, global_object(t, holder.index), o);
    else if (holder.kind == TARGET_SITE)
      retire(t, heap_object(t, holder.index), o);
    else
      for (frame *g = from; g != NULL; g = g->parent)
        if (g->f == holder.function && (g != f || holder.index != local))
          retire(t, frame_object(t, g, holder.index), o);
  }
}

// Whether the same call may be entered again. (The body of an open
// function stands for any number of them.)
static bool may_repeat(const frame *f) {
  for (; f->parent != NULL; f = f->parent) {
    const ir_function *caller = f->parent->f;
    const ir_inst *call = &caller->insts.data[f->call_inst];
    if (caller->calls.data[call->aux].is_cyclic)
      return true;
  }
  return f->open != 0;
}

static bool may_hold_locals(const translator *t, const frame *f,
                            uint32_t local) {
  target self = {TARGET_LOCAL, f->f, local}, inside;
  for (uint32_t k = 0; points_to_inside(t->targets, self, k, &inside); k++)
    if (inside.kind == TARGET_LOCAL)
      return true;
  return false;
}

// What does not live holds no pointer that could be left over.
static void forget(translator *t, frame *f, uint32_t local) {
  if (!f->f->locals.data[local].has_scope || !may_hold_locals(t, f, local))
    return;
  const object *o = frame_object(t, f, local);
  if (o->shape->is_opaque || o->shape->length > 0)
    return;
  for (uint32_t k = 0; k < o->shape->cell_count; k++)
    if (cell_may_point(&o->shape->cells[k]))
      step_write(t, (var){o->first.id + k},
                 term_bv(t->tt, o->shape->cells[k].bits, 0));
}

void safety_enter(translator *t, frame *callee) {
  bool is_watched = step_checks(t, PROPERTY_DEREF);
  bool repeats = may_repeat(callee);
  for (uint32_t k = 0; k < callee->f->locals.len; k++) {
    const ir_local *l = &callee->f->locals.data[k];
    if (is_watched)
      forget(t, callee, k);
    if (repeats && l->has_address)
      retire_left_over(t, callee, callee->parent, k);
    if (!is_watched || !l->has_address)
      continue;
    const object *o = frame_object(t, callee, k);
    if (o->live.id != 0)
      step_write(t, o->live, term_false(t->tt));
  }
}

void safety_life(translator *t, uint32_t local, bool begins) {
  const ir_local *l = &t->frame->f->locals.data[local];
  if (!begins && step_checks(t, PROPERTY_DEREF))
    forget(t, t->frame, local);
  const object *o = frame_object(t, t->frame, local);
  if (!step_checks(t, PROPERTY_DEREF) || !l->has_address || o->live.id == 0)
    return;
  if (begins)
    retire_left_over(t, t->frame, t->frame, local);
  step_write(t, o->live, term_bool(t->tt, begins));
  if (begins)
    place_choose(t, o, t->frame);
}

// --- the end ---------------------------------------------------------------

// Of many objects, any one may be left.
static term is_left(translator *t, const object *o) {
  terms *tt = t->tt;
  term now = step_read(t, o->live);
  if (!o->is_many)
    return now;
  term one =
      step_input(t, INPUT_CHOICE, "an allocated object",
                 (type_info){TYPE_UNSIGNED, NULL}, sort_bv(tt, INSTANCE_BITS));
  return term_select(tt, now, one);
}

void safety_end(translator *t, edge_kind kind, const char *text, bool by_exit) {
  uint32_t n = step_checks(t, PROPERTY_MEMCLEANUP) ? t->m->sites.len : 0;
  for (uint32_t k = 0; k < n && !step_is_dead(t); k++)
    step_error(t, is_left(t, t->heap[k]), PROPERTY_MEMCLEANUP,
               arena_printf(t->scratch, "memory of '%s' is never freed",
                            t->heap[k]->name));
  track_end(t, kind, text, by_exit);
}
