// SPDX-License-Identifier: Apache-2.0
// A buffer that is too small moves to larger memory, if there is any.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct byte_buf {
  size_t len;
  uint8_t *buffer;
  size_t capacity;
};

static bool byte_buf_reserve(struct byte_buf *b, size_t capacity) {
  if (capacity <= b->capacity)
    return true;
  uint8_t *larger = malloc(capacity);
#ifndef SEEDED_BUG
  if (larger == NULL)
    return false;
#endif
  if (b->len > 0)
    memcpy(larger, b->buffer, b->len);
  free(b->buffer);
  b->buffer = larger;
  b->capacity = capacity;
  return true;
}

size_t nondet_size_t(void);

void byte_buf_reserve_harness(void) {
  struct byte_buf b = {.capacity = nondet_size_t(), .len = nondet_size_t()};
  __CPROVER_assume(b.capacity <= 4 && b.len <= b.capacity);
  b.buffer = malloc(b.capacity);
  __CPROVER_assume(b.buffer != NULL);
  size_t wanted = nondet_size_t(), len = b.len;
  __CPROVER_assume(wanted <= 8);
  bool ok = byte_buf_reserve(&b, wanted);
  __CPROVER_assert(!ok || b.capacity >= wanted, "there is room");
  __CPROVER_assert(b.len == len, "the length stays");
  __CPROVER_assert(__CPROVER_rw_ok(b.buffer, b.capacity), "memory is valid");
  __CPROVER_assert(__CPROVER_OBJECT_SIZE(b.buffer) == b.capacity, "exactly");
  free(b.buffer);
}
