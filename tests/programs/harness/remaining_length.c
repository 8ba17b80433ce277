// SPDX-License-Identifier: Apache-2.0
// A number of up to four bytes, seven bits each, the lowest first.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static bool remaining_length(const uint8_t *data, size_t n, uint32_t *out,
                             size_t *used) {
  uint32_t value = 0, factor = 1;
  for (size_t i = 0; i < n; i++) {
#ifdef SEEDED_BUG
    if (i == 5)
#else
    if (i == 4)
#endif
      return false;
    value += (data[i] & 127) * factor;
    factor *= 128;
    if (data[i] < 128) {
      *out = value;
      *used = i + 1;
      return true;
    }
  }
  return false;
}

void remaining_length_harness(void) {
  size_t n, used;
  uint32_t value;
  __CPROVER_assume(n <= 6);
  uint8_t *data = malloc(n);
  if (remaining_length(data, n, &value, &used)) {
    __CPROVER_assert(value < 268435456, "28 bits");
    __CPROVER_assert(used >= 1 && used <= n && used <= 4, "four bytes");
    __CPROVER_assert(used == 1 ==> value == data[0], "one byte is itself");
  }
}
