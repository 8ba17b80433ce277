// SPDX-License-Identifier: Apache-2.0
// Bytes of the next character of UTF-8, if it is one.
#include <stdint.h>
#include <stdlib.h>

static size_t utf8_length(const uint8_t *s, size_t n) {
  if (n == 0)
    return 0;
  size_t length = s[0] < 0x80           ? 1
                  : (s[0] & 0xe0) == 0xc0 ? 2
                  : (s[0] & 0xf0) == 0xe0 ? 3
                  : (s[0] & 0xf8) == 0xf0 ? 4
                                          : 0;
#ifndef SEEDED_BUG
  if (length > n)
    return 0;
#endif
  for (size_t i = 1; i < length; i++)
    if ((s[i] & 0xc0) != 0x80)
      return 0;
  return length;
}

void utf8_length_harness(void) {
  size_t n;
  __CPROVER_assume(n <= 6);
  uint8_t *s = malloc(n);
  size_t length = utf8_length(s, n);
  __CPROVER_assert(length <= n && length <= 4, "inside");
  __CPROVER_assert(length == 1 ==> s[0] < 128, "ASCII");
}
