// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdlib.h>

struct cursor {
  const uint8_t *at;
  size_t left;
};

int cursor_read_be16(struct cursor *c, uint16_t *out) {
#ifdef TOO_EARLY
  if (c->left < 1)
#else
  if (c->left < 2)
#endif
    return -1;
  *out = (uint16_t)(c->at[0] << 8 | c->at[1]);
  c->at += 2;
  c->left -= 2;
  return 0;
}

size_t nondet_size_t(void);

void cursor_harness(void) {
  size_t size = nondet_size_t();
  __CPROVER_assume(size <= 64);
  const uint8_t *bytes = malloc(size);
  struct cursor c = {bytes, bytes == NULL ? 0 : size};
  uint16_t value;
  if (cursor_read_be16(&c, &value) == 0)
    __CPROVER_assert(__CPROVER_r_ok(c.at, c.left), "the rest is readable");
}

// clang-format off
uint32_t checksum(const uint8_t *bytes, size_t n)
  __CPROVER_requires(n <= 4 && __CPROVER_is_fresh(bytes, n))
  __CPROVER_ensures(n == 0 ==> __CPROVER_return_value == 0)
// clang-format on
{
  uint32_t sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += bytes[i];
  return sum;
}

unsigned first_of(const unsigned *list, unsigned n) {
  return n > 0 ? list[0] : 0;
}
