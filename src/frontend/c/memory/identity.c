// SPDX-License-Identifier: Apache-2.0
// Ids of objects, and what the program is told about them.
//
// The id of a local tells which local of which function it is, and which of its
// calls: the local has a *group*, whose calls are numbered as they come. So a
// pointer to a local of a call that is over is known to be one, also where that
// call has not been translated yet. What is left over when the groups or the
// numbers of one are used up has an id like other objects.
#include "frontend/c/memory/identity.h"

#include <assert.h>
#include <stdlib.h>

enum {
  GROUP_MARK = 1 << (OBJECT_BITS - 3), // what has a group has this bit
  NUMBER_BITS = 10,                    // of the call
  MOST_GROUPS = GROUP_MARK >> NUMBER_BITS,
  MOST_NUMBERS = 1 << NUMBER_BITS
};

uint32_t identity_group(translator *t, const ir_function *f, uint32_t local) {
  uint64_t key = hmap_pair(f->symbol, local);
  const uint64_t *known = hmap_find(&t->groups, key);
  if (known != NULL)
    return (uint32_t)*known;
  if (t->group_sizes.len == 0)
    vec_push(&t->group_sizes, 0);
  uint32_t group = t->group_sizes.len;
  if (!f->locals.data[local].has_address || group >= MOST_GROUPS)
    return 0;
  vec_push(&t->group_sizes, 0);
  hmap_put(&t->groups, key, group);
  return group;
}

term identity_in_group(translator *t, term id, uint32_t group) {
  assert(group != 0 && group < t->group_sizes.len);
  uint32_t high = (OBJECT_MARK | GROUP_MARK) >> NUMBER_BITS | group;
  return term_eq_make(t->tt,
                      term_extract(t->tt, id, OBJECT_BITS - 1, NUMBER_BITS),
                      term_bv(t->tt, OBJECT_BITS - NUMBER_BITS, high));
}

static uint32_t new_id(translator *t, uint32_t group) {
  if (group != 0 && t->group_sizes.data[group] < MOST_NUMBERS)
    return OBJECT_MARK | GROUP_MARK | group << NUMBER_BITS |
           t->group_sizes.data[group]++;
  uint32_t index = t->by_id.len + 1;
  assert(index < GROUP_MARK);
  return OBJECT_MARK | index;
}

uint32_t object_id(translator *t, const object *o) {
  if (o->id != 0)
    return o->id;
  // Only objects that object_new made get here, and those may change.
  object *changed = (object *)(uintptr_t)o;
  changed->id = new_id(t, o->group);
  hmap_put(&t->object_of_id, changed->id, (uint64_t)(uintptr_t)changed);
  vec_push(&t->by_id, changed);
  return changed->id;
}

const object *object_of_id(const translator *t, uint64_t id) {
  const uint64_t many = (uint64_t)FAMILY_MARK << INSTANCE_BITS;
  uint64_t family = (id - many) >> INSTANCE_BITS;
  if (id >= many)
    return family < t->families.len ? t->families.data[family] : NULL;
  const uint64_t *found = hmap_find(&t->object_of_id, id);
  return found == NULL ? NULL : (const object *)(uintptr_t)*found;
}

// Where the object's parts lie, if each has a variable.
static void note_parts(translator *t, const object *o, object_info *out) {
  const shape *s = o->shape;
  bool is_known =
      !s->is_opaque && s->size > 0 && o->first.id != 0 && o->length.id == 0;
  out->stride = s->length > 0 || o->length.id != 0 ? s->stride : 0;
  if (!is_known || (s->length > 0 && s->variable_count != 1))
    return;
  uint64_t *offsets = ARENA_ARRAY(t->scratch, uint64_t, s->cell_count);
  for (uint32_t i = 0; i < s->cell_count; i++)
    offsets[i] = s->cells[i].offset;
  out->size = s->size;
  out->first = o->first;
  out->count = s->cell_count;
  out->offsets = offsets;
}

// How many objects were allocated by the same words before.
static uint32_t number_of(hmap *seen, const object *o) {
  uint64_t place = (uint64_t)o->pos.line << 32 | o->pos.col;
  uint64_t key = hash_mix(place, (uint64_t)(uintptr_t)o->pos.file);
  const uint64_t *known = hmap_find(seen, key);
  uint32_t number = known != NULL ? (uint32_t)*known : 0;
  hmap_put(seen, key, number + 1);
  return number;
}

static object_info info_of(translator *t, const object *o, hmap *allocated) {
  object_info info = {.start = (uint64_t)o->id << OFFSET_BITS,
                      .reach = UINT64_C(1) << OFFSET_BITS,
                      .name = o->name,
                      .pos = o->pos,
                      .is_allocated = o->is_heap,
                      .is_outside = o == t->foreign};
  if (o->is_heap)
    info.number = number_of(allocated, o);
  if (o->symbol != 0) {
    info.size = 1;
    info.function = o->name;
  } else if (o->shape != NULL && !o->is_many) {
    note_parts(t, o, &info);
  }
  return info;
}

static int by_id(const void *a, const void *b) {
  uint32_t x = (*(object *const *)a)->id, y = (*(object *const *)b)->id;
  return (x > y) - (x < y);
}

void object_note_all(translator *t) {
  hmap allocated = {0};
  if (t->by_id.len > 0)
    qsort(t->by_id.data, t->by_id.len, sizeof *t->by_id.data, by_id);
  for (uint32_t k = 0; k < t->by_id.len; k++) {
    if (t->by_id.data[k]->is_many)
      continue;
    object_info info = info_of(t, t->by_id.data[k], &allocated);
    program_add_object(t->p, &info);
  }
  for (uint32_t k = 0; k < t->families.len; k++) {
    object_info info = info_of(t, t->families.data[k], &allocated);
    info.many = UINT64_C(1) << INSTANCE_BITS;
    info.start = ((uint64_t)FAMILY_MARK + k) << INSTANCE_BITS << OFFSET_BITS;
    program_add_object(t->p, &info);
  }
  hmap_free(&allocated);
}
