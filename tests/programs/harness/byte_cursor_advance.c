// SPDX-License-Identifier: Apache-2.0
// A cursor hands out its first bytes and goes on behind them.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct byte_cursor {
  size_t len;
  uint8_t *ptr;
};

static bool byte_cursor_is_valid(const struct byte_cursor *c) {
  return c->len == 0 || __CPROVER_r_ok(c->ptr, c->len);
}

static struct byte_cursor byte_cursor_advance(struct byte_cursor *c, size_t n) {
  struct byte_cursor part = {0, NULL};
#ifdef SEEDED_BUG
  if ((int8_t)c->len < (int8_t)n)
#else
  if (c->len < n)
#endif
    return part;
  part.ptr = c->ptr;
  part.len = n;
  c->ptr += n;
  c->len -= n;
  return part;
}

void byte_cursor_advance_harness(void) {
  size_t size, n;
  __CPROVER_assume(size <= 1000);
  uint8_t *memory = malloc(size);
  struct byte_cursor c = {size, memory};
  struct byte_cursor part = byte_cursor_advance(&c, n);
  __CPROVER_assert(byte_cursor_is_valid(&c), "the rest is valid");
  __CPROVER_assert(byte_cursor_is_valid(&part), "the part is valid");
  __CPROVER_assert(part.len == 0 || part.len == n, "all or nothing");
  __CPROVER_assert(part.len > 0 ==> __CPROVER_same_object(part.ptr, c.ptr),
                   "both are of one object");
  __CPROVER_assert(__CPROVER_POINTER_OFFSET(c.ptr) == part.len,
                   "the cursor went on");
}
