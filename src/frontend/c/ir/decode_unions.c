// SPDX-License-Identifier: Apache-2.0
// Unions that have pointers among their members.
//
// LLVM knows one member of a union; that it has others of another kind is in
// the debug information alone, perhaps only in that of what a variable points
// to. Where a union holds pointers, so may all of the module: memory without a
// debug type, like that from malloc, can be any of them.
#include "frontend/c/ir/decode_internal.h"

#include <assert.h>

// Not behind other pointers. Types nest as deep as the source writes them.
static bool has_pointer(const debug_type *t) {
  if (t->kind == DEBUG_ARRAY)
    return has_pointer(t->element);
  if (t->kind == DEBUG_SCALAR)
    return t->info.kind == TYPE_POINTER;
  for (uint32_t k = 0; k < t->member_count; k++)
    if (has_pointer(t->members[k].type))
      return true;
  return false;
}

static bool is_in_words(const decoder *c, uint64_t bytes, uint64_t align) {
  uint32_t word = c->out->pointer_bytes;
  return bytes > 0 && bytes % word == 0 && align % word == 0;
}

static bool find_in_debug(decoder *c) {
  uint32_t cursor = 0;
  uint64_t key, found;
  bool any = false;
  while (hmap_next(&c->debug, &cursor, &key, &found)) {
    debug_type *t = (debug_type *)(uintptr_t)found;
    if (!t->is_union || !has_pointer(t) ||
        !is_in_words(c, t->bits / 8, c->out->pointer_bytes))
      continue;
    t->word_bytes = c->out->pointer_bytes;
    any = true;
  }
  return any;
}

void decode_find_unions(decoder *c) {
  while (c->pointed.len > 0) {
    LLVMMetadataRef next = vec_pop(&c->pointed);
    decode_debug_type(c, next);
  }
  c->out->has_words = find_in_debug(c);
  if (!c->out->has_words)
    return;
  uint32_t cursor = 0;
  uint64_t key, found;
  while (hmap_next(&c->types, &cursor, &key, &found)) {
    ir_type *t = (ir_type *)(uintptr_t)found;
    if (t->is_union && is_in_words(c, t->size, t->align))
      t->word_bytes = c->out->pointer_bytes;
  }
}
