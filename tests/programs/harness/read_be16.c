// SPDX-License-Identifier: Apache-2.0
// Two bytes are read as a number, the higher one first.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct byte_cursor {
  size_t len;
  const uint8_t *ptr;
};

static bool read_be16(struct byte_cursor *c, uint16_t *out) {
#ifdef SEEDED_BUG
  if (c->len < 1)
#else
  if (c->len < 2)
#endif
    return false;
  *out = (uint16_t)(c->ptr[0] << 8 | c->ptr[1]);
  c->ptr += 2;
  c->len -= 2;
  return true;
}

void read_be16_harness(void) {
  size_t size;
  __CPROVER_assume(size <= 64);
  const uint8_t *memory = malloc(size);
  struct byte_cursor c = {size, memory};
  uint16_t value;
  if (read_be16(&c, &value)) {
    __CPROVER_assert(value / 256 == memory[0], "the higher byte");
    __CPROVER_assert(value % 256 == memory[1], "the lower byte");
    __CPROVER_assert(c.len + 2 == size, "two bytes were read");
  } else {
    __CPROVER_assert(c.len == size && c.ptr == memory, "nothing was read");
  }
}
