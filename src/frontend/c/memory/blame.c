// SPDX-License-Identifier: Apache-2.0
// One fault for each way in which the access can be wrong. Their conditions are
// those that safety.c makes the error of, object by object.
#include "frontend/c/memory/blame.h"

#include <assert.h>

#include "frontend/c/library/models.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/numbers.h"
#include "frontend/c/memory/pointer.h"
#include "frontend/c/memory/safety.h"

static void add(translator *t, edge e, memory_fault f) {
  if (!term_is_false(t->tt, f.when))
    program_add_fault(t->p, e, &f);
}

// The fault at one of the objects, as far as it is known without the kind.
static memory_fault fault_at(translator *t, const pointer *p, const object *o) {
  memory_fault f = {
      .object = o->name, .pos = o->pos, .is_allocated = o->is_heap};
  if (models_is_file(o->pos.file))
    f.pos = (source_pos){0}; // nobody wrote that text
  if (o->shape != NULL) {
    f.offset = pointer_offset(t, p);
    f.size = heap_size(t, o, p);
  }
  return f;
}

static void blame_object(translator *t, edge e, candidate c, const pointer *p,
                         uint64_t bytes, fault_action action) {
  terms *tt = t->tt;
  const object *o = c.object;
  if (safety_is_unknown(t, o) || o->shape == NULL)
    return;
  memory_fault f = fault_at(t, p, o);
  f.action = action;
  f.bytes = bytes;
  term live = heap_is_live(t, o, p);
  f.kind = FAULT_ENDED;
  f.when = term_and(tt, c.is_it, term_not(tt, live));
  add(t, e, f);
  f.kind = FAULT_OUTSIDE;
  term inside = safety_is_inside(t, o, p, bytes);
  f.when = term_and(tt, c.is_it, term_not(tt, inside));
  add(t, e, f);
}

// The pointer leads to none of the objects.
static void blame_pointer(translator *t, edge e, address at, memory_fault f) {
  f.kind = FAULT_ENDED;
  f.when = pointer_is_dangling(t, at);
  add(t, e, f);
  if (at.p->object != NULL)
    return;
  f.offset = pointer_offset(t, at.p);
  f.kind = FAULT_NULL;
  f.when = memory_is_null(t, at);
  add(t, e, f);
  f.offset = TERM_NONE;
  f.kind = FAULT_NUMBER;
  f.when = numbers_is(t, at.p);
  add(t, e, f);
}

void blame_access(translator *t, edge e, address at, const candidate_vec *all,
                  uint64_t bytes, fault_action action) {
  if (e.id == 0)
    return;
  assert(action != FAULT_FREE);
  for (uint32_t k = 0; k < all->len; k++)
    blame_object(t, e, all->data[k], at.p, bytes, action);
  blame_pointer(t, e, at, (memory_fault){.action = action, .bytes = bytes});
}

static void blame_freed(translator *t, edge e, candidate c, const pointer *p) {
  terms *tt = t->tt;
  const object *o = c.object;
  if (o->shape == NULL && o->symbol == 0)
    return;
  memory_fault f = fault_at(t, p, o);
  f.action = FAULT_FREE;
  if (!o->is_heap) {
    f.kind = FAULT_OWN;
    f.when = c.is_it;
    add(t, e, f);
    return;
  }
  f.kind = FAULT_ENDED;
  f.when = term_and(tt, c.is_it, term_not(tt, heap_is_live(t, o, p)));
  add(t, e, f);
  f.kind = FAULT_INSIDE;
  term start = term_bv(tt, OFFSET_BITS, 0);
  f.when = term_and(tt, c.is_it, term_distinct(tt, f.offset, start));
  add(t, e, f);
}

void blame_free(translator *t, edge e, address at, const candidate_vec *all) {
  if (e.id == 0)
    return;
  for (uint32_t k = 0; k < all->len; k++)
    blame_freed(t, e, all->data[k], at.p);
  blame_pointer(t, e, at, (memory_fault){.action = FAULT_FREE});
}
