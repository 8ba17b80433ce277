// SPDX-License-Identifier: Apache-2.0
// Bytes pass through a stuffer: written behind, read in front.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct blob {
  uint8_t *data;
  uint32_t size;
};
struct stuffer {
  struct blob blob;
  uint32_t read_cursor, write_cursor;
};

static bool blob_is_valid(const struct blob *b) {
  return b->size == 0 || (b->data != NULL && __CPROVER_rw_ok(b->data, b->size));
}

static bool stuffer_is_valid(const struct stuffer *s) {
  return blob_is_valid(&s->blob) && s->read_cursor <= s->write_cursor &&
         s->write_cursor <= s->blob.size;
}

static int stuffer_write_bytes(struct stuffer *s, const uint8_t *data,
                               uint32_t n) {
#ifdef SEEDED_BUG
  if (s->write_cursor + n > s->blob.size)
#else
  if (s->blob.size - s->write_cursor < n)
#endif
    return -1;
  if (n > 0)
    memcpy(s->blob.data + s->write_cursor, data, n);
  s->write_cursor += n;
  return 0;
}

uint32_t nondet_uint32_t(void);

void stuffer_write_harness(void) {
  struct stuffer s = {{NULL, nondet_uint32_t()}, nondet_uint32_t(),
                      nondet_uint32_t()};
  __CPROVER_assume(s.blob.size <= 16);
  s.blob.data = malloc(s.blob.size);
  __CPROVER_assume(stuffer_is_valid(&s));
  uint8_t bytes[4] = {1, 2, 3, 4};
  uint32_t n = nondet_uint32_t(), before = s.write_cursor;
#ifndef SEEDED_BUG
  __CPROVER_assume(n <= sizeof bytes);
#else
  __CPROVER_assume(n <= sizeof bytes || n == (uint32_t)-1);
#endif
  if (stuffer_write_bytes(&s, bytes, n) == 0)
    __CPROVER_assert(s.write_cursor == before + n, "the cursor went on");
  __CPROVER_assert(stuffer_is_valid(&s), "the stuffer is valid");
}
