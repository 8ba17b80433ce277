// SPDX-License-Identifier: Apache-2.0
// Arena: memory that is given back all at once.
//
// Nothing inside an arena is freed alone. Pointers stay valid until arena_reset
// or arena_free. Not thread-safe: one thread, one arena.
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

typedef struct arena arena;

arena *arena_new(void);
void arena_free(arena *a);  // a may be NULL
void arena_reset(arena *a); // keeps one chunk for reuse

size_t arena_used(const arena *a); // bytes given out since the last reset

void *arena_alloc(arena *a, size_t size); // zeroed, aligned to 16
char *arena_strdup(arena *a, const char *text);
char *arena_printf(arena *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void *arena_copy(arena *a, const void *data, size_t size);

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n)                                                \
  ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

#endif
