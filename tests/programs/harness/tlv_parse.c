// SPDX-License-Identifier: Apache-2.0
// Records of type, length and value are counted.
#include <stdint.h>
#include <stdlib.h>

static int count_records(const uint8_t *data, size_t size) {
  int records = 0;
  size_t at = 0;
  while (at < size) {
    if (size - at < 2)
      return -1;
    size_t length = data[at + 1];
#ifdef SEEDED_BUG
    if (size - at < length)
#else
    if (size - at - 2 < length)
#endif
      return -1;
    if (length > 0 && data[at + 1 + length] == 0)
      return -1; // a value never ends with zero
    at += 2 + length;
    records++;
  }
  return records;
}

void count_records_harness(void) {
  size_t size;
  __CPROVER_assume(size <= 7);
  uint8_t *data = malloc(size);
  __CPROVER_assume(size == 0 || __CPROVER_r_ok(data, size));
  int n = count_records(data, size);
  __CPROVER_assert(n >= -1 && n <= (int)size / 2, "two bytes each");
}
