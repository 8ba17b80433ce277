// SPDX-License-Identifier: Apache-2.0
// A buffer of bytes grows by what a cursor leads to, if there is room.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct byte_buf {
  size_t len;
  uint8_t *buffer;
  size_t capacity;
};
struct byte_cursor {
  size_t len;
  uint8_t *ptr;
};

static bool byte_buf_is_valid(const struct byte_buf *b) {
  return b != NULL && b->len <= b->capacity &&
         (b->capacity == 0 || __CPROVER_rw_ok(b->buffer, b->capacity));
}

static bool byte_buf_append(struct byte_buf *to, struct byte_cursor from) {
#ifdef SEEDED_BUG
  if (to->len + from.len > to->capacity + 1)
#else
  if (to->capacity - to->len < from.len)
#endif
    return false;
  if (from.len > 0)
    memcpy(to->buffer + to->len, from.ptr, from.len);
  to->len += from.len;
  return true;
}

size_t nondet_size_t(void);

void byte_buf_append_harness(void) {
  struct byte_buf to = {nondet_size_t(), NULL, nondet_size_t()};
  __CPROVER_assume(to.capacity <= 4 && to.len <= to.capacity);
  to.buffer = malloc(to.capacity);
  __CPROVER_assume(byte_buf_is_valid(&to));
  struct byte_cursor from = {nondet_size_t(), NULL};
  __CPROVER_assume(from.len <= 4);
  from.ptr = malloc(from.len);
  struct byte_buf old = to;
  if (byte_buf_append(&to, from)) {
    __CPROVER_assert(to.len == old.len + from.len, "it is longer");
    if (from.len > 0)
      __CPROVER_assert(to.buffer[old.len] == from.ptr[0], "the first byte");
  } else {
    __CPROVER_assert(to.len == old.len, "nothing changed");
  }
  __CPROVER_assert(byte_buf_is_valid(&to), "the buffer is valid");
}
