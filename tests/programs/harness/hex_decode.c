// SPDX-License-Identifier: Apache-2.0
// Hexadecimal digits become bytes.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static int digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return -1;
}

static bool hex_decode(const char *text, size_t length, uint8_t *out,
                       size_t *out_length) {
#ifdef SEEDED_BUG
  if (*out_length < length / 2)
#else
  if (length % 2 != 0 || *out_length < length / 2)
#endif
    return false;
  for (size_t i = 0; i < length; i += 2) {
    int high = digit(text[i]), low = digit(text[i + 1]);
    if (high < 0 || low < 0)
      return false;
    out[i / 2] = (uint8_t)(high * 16 + low);
  }
  *out_length = length / 2;
  return true;
}

void hex_decode_harness(void) {
  size_t length, room;
  __CPROVER_assume(length <= 4 && room <= 2);
  char *text = malloc(length);
  uint8_t *out = malloc(room);
  size_t written = room;
  if (hex_decode(text, length, out, &written)) {
    __CPROVER_assert(written * 2 == length, "two digits are a byte");
    __CPROVER_assert(written <= room, "inside");
    __CPROVER_assert(__CPROVER_forall {
                       size_t i;
                       (i < written) ==> out[i] % 16 == digit(text[2 * i + 1])
                     }, "the lower digit");
  }
}
