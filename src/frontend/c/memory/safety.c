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
// a pointer that is left over from those would seem to be valid. So where
// something still points to a local as its life begins, that is not supported.
#include "frontend/c/memory/safety.h"

#include <assert.h>

#include "frontend/c/memory/cells.h"
#include "frontend/c/memory/place.h"

// --- objects ---------------------------------------------------------------

static bool is_unknown(const object *o) {
  return (o->shape == NULL && o->symbol == 0) ||
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
    return term_bool(tt, is_unknown(p->object));
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
    if (!is_unknown(o) && o->shape != NULL)
      here = term_and(tt, is_inside(t, o, p, bytes), heap_is_live(t, o, p));
    else if (!is_unknown(o))
      here = term_false(tt); // a function
    good = term_or(tt, good, term_and(tt, all->data[k].is_it, here));
  }
  const char *text = "invalid access: through a null, dangling or wild pointer";
  if (p->object != NULL)
    text = arena_printf(t->scratch,
                        "invalid access: outside of '%s', or after its end",
                        p->object->name);
  violate(t, term_not(tt, good), PROPERTY_DEREF, text);
}

void safety_free(translator *t, const pointer *p, term good) {
  if (!step_checks(t, PROPERTY_FREE))
    return;
  term known = term_or(t->tt, good, is_foreign(t, p));
  violate(t, term_not(t->tt, known), PROPERTY_FREE,
          "invalid free: of what is not allocated, or not any more");
}

// --- pointers from outside -------------------------------------------------

void safety_start(translator *t) {
  t->foreign = object_new(t, "memory of other programs");
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

// Whether a pointer in the holder points to the object; TERM_NONE: not known.
static term holds(translator *t, const object *holder, const object *o) {
  terms *tt = t->tt;
  term any = term_false(tt);
  if (holder->shape == NULL || holder->shape->is_opaque)
    return any;
  for (uint32_t k = 0; k < holder->shape->cell_count; k++) {
    if (!cell_may_point(&holder->shape->cells[k]))
      continue;
    if (holder->shape->length > 0)
      return TERM_NONE;
    term p = cells_held(t, &holder->shape->cells[k], memory_cell(t, holder, k));
    term id = term_extract(tt, p, POINTER_BITS - 1, OFFSET_BITS);
    any = term_or(
        tt, any,
        term_eq_make(tt, id, term_bv(tt, OBJECT_BITS, object_id(t, o))));
  }
  return any;
}

static void refuse_holder(translator *t, const object *holder,
                          const object *o) {
  term bad = holds(t, holder, o);
  if (term_is_none(bad))
    bad = term_true(t->tt);
  step_unsupported(t, bad, "a pointer to '%s' that outlives it", o->name);
}

// f: the frame of the local; from: the innermost one that is active.
static void refuse_left_over(translator *t, frame *f, frame *from,
                             uint32_t local) {
  const object *o = frame_object(t, f, local);
  target self = {TARGET_LOCAL, f->f, local}, holder;
  for (uint32_t k = 0; points_to_holder(t->targets, self, k, &holder); k++) {
    if (holder.kind == TARGET_SYMBOL)
      refuse_holder(t, global_object(t, holder.index), o);
    else if (holder.kind == TARGET_SITE)
      refuse_holder(t, heap_object(t, holder.index), o);
    else
      for (frame *g = from; g != NULL; g = g->parent)
        if (g->f == holder.function && (g != f || holder.index != local))
          refuse_holder(t, frame_object(t, g, holder.index), o);
  }
}

static bool is_watched(const translator *t, const ir_local *l) {
  return step_checks(t, PROPERTY_DEREF) && l->has_address;
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
  for (uint32_t k = 0; k < callee->f->locals.len; k++) {
    const ir_local *l = &callee->f->locals.data[k];
    if (step_checks(t, PROPERTY_DEREF))
      forget(t, callee, k);
    if (!is_watched(t, l))
      continue;
    refuse_left_over(t, callee, callee->parent, k);
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
  if (!is_watched(t, l) || o->live.id == 0)
    return;
  if (begins)
    refuse_left_over(t, t->frame, t->frame, local);
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
