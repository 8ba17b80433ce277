// SPDX-License-Identifier: Apache-2.0
// Types nest as deep as the source writes them.
#include "frontend/c/analyze/mixed.h"

static bool has_union(const ir_type *t) {
  if (t->kind == IR_ARRAY)
    return has_union(t->element);
  bool found = t->is_union;
  for (uint32_t k = 0; !found && t->kind == IR_STRUCT && k < t->count; k++)
    found = has_union(t->fields[k]);
  return found;
}

static bool overlaps(int64_t from, uint64_t bytes, uint64_t size) {
  return from < (int64_t)size && from + (int64_t)bytes > 0;
}

static bool has_union_at(const ir_type *t, int64_t from, uint64_t bytes) {
  if (!overlaps(from, bytes, t->size))
    return false;
  if (t->kind == IR_ARRAY) {
    int64_t size = (int64_t)t->element->size, start = from < 0 ? from : 0;
    if (from >= 0 && size > 0)
      start = from % size;
    bool is_inside = start >= 0 && start + (int64_t)bytes <= size;
    return is_inside ? has_union_at(t->element, start, bytes)
                     : has_union(t->element);
  }
  bool found = t->is_union;
  for (uint32_t k = 0; !found && t->kind == IR_STRUCT && k < t->count; k++)
    found = has_union_at(t->fields[k], from - (int64_t)t->offsets[k], bytes);
  return found;
}

bool mixed_is(const ir_type *t) {
  return t->kind == IR_POINTER || has_union(t);
}

bool mixed_is_at(const ir_type *t, int64_t from, uint64_t bytes) {
  return t->kind == IR_POINTER || has_union_at(t, from, bytes);
}
