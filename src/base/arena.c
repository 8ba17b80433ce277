// SPDX-License-Identifier: Apache-2.0
// A list of chunks of doubling size; allocation bumps an offset in the first.
//
// Invariant: every byte of a chunk beyond 'used' is zero, so allocation need
// not clear. Chunks come zeroed from mem_alloc, which costs nothing for large
// ones, and arena_reset clears only what was used.
#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

enum { ALIGNMENT = 16, FIRST_CHUNK = 4 << 10, LAST_CHUNK = 4 << 20 };

typedef struct chunk chunk;
struct chunk {
  chunk *next;
  size_t size, used; // of data
  _Alignas(ALIGNMENT) unsigned char data[];
};

struct arena {
  chunk *chunks;     // the first is the one that is filled
  size_t chunk_size; // of the next chunk
  size_t used;       // in all chunks
};

static chunk *chunk_new(size_t size) {
  assert(size <= SIZE_MAX / 2 + ALIGNMENT); // see arena_alloc
  chunk *c = mem_alloc(sizeof(chunk) + size);
  c->size = size;
  return c;
}

static void chunks_free(chunk *c) {
  while (c) {
    chunk *next = c->next;
    mem_free(c);
    c = next;
  }
}

arena *arena_new(void) {
  arena *a = mem_alloc(sizeof *a);
  a->chunk_size = FIRST_CHUNK;
  return a;
}

void arena_free(arena *a) {
  if (!a)
    return;
  chunks_free(a->chunks);
  mem_free(a);
}

size_t arena_used(const arena *a) { return a->used; }

void arena_reset(arena *a) {
  a->used = 0;
  chunk *kept = a->chunks;
  if (!kept)
    return;
  chunks_free(kept->next);
  kept->next = NULL;
  memset(kept->data, 0, kept->used);
  kept->used = 0;
}

static void *chunk_take(chunk *c, size_t size) {
  assert(size % ALIGNMENT == 0 && size <= c->size - c->used);
  void *p = c->data + c->used;
  c->used += size;
  assert((uintptr_t)p % ALIGNMENT == 0);
  return p;
}

// The first chunk is too full. A large request gets a chunk of its own behind
// the first, whose rest is then still used.
static void *alloc_slowly(arena *a, size_t size) {
  if (a->chunks && size > a->chunk_size / 4) {
    chunk *own = chunk_new(size);
    own->next = a->chunks->next;
    a->chunks->next = own;
    return chunk_take(own, size);
  }
  while (a->chunk_size < size && a->chunk_size < LAST_CHUNK)
    a->chunk_size *= 2;
  chunk *first = chunk_new(size > a->chunk_size ? size : a->chunk_size);
  first->next = a->chunks;
  a->chunks = first;
  if (a->chunk_size < LAST_CHUNK)
    a->chunk_size *= 2;
  return chunk_take(first, size);
}

void *arena_alloc(arena *a, size_t size) {
  assert(a);
  if (size > SIZE_MAX / 2)
    return mem_alloc(size); // refused there
  size_t rounded = (size + (ALIGNMENT - 1)) & ~(size_t)(ALIGNMENT - 1);
  if (rounded == 0)
    rounded = ALIGNMENT; // distinct objects have distinct addresses
  a->used += rounded;
  chunk *c = a->chunks;
  if (c && rounded <= c->size - c->used)
    return chunk_take(c, rounded);
  return alloc_slowly(a, rounded);
}

void *arena_copy(arena *a, const void *data, size_t size) {
  void *copy = arena_alloc(a, size);
  if (size > 0)
    memcpy(copy, data, size);
  return copy;
}

char *arena_strdup(arena *a, const char *text) {
  assert(text);
  return arena_copy(a, text, strlen(text) + 1);
}

char *arena_printf(arena *a, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  assert(length >= 0);
  char *text = arena_alloc(a, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}
