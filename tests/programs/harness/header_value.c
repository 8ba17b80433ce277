// SPDX-License-Identifier: Apache-2.0
// The value of a header line "name: value" is found in bytes from outside.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct slice {
  const char *data;
  size_t length;
};

static bool find_value(struct slice line, struct slice *value) {
  size_t i = 0;
  while (i < line.length && line.data[i] != ':')
    i++;
  if (i == line.length)
    return false;
  i++;
#ifdef SEEDED_BUG
  while (line.data[i] == ' ')
#else
  while (i < line.length && line.data[i] == ' ')
#endif
    i++;
  value->data = line.data + i;
  value->length = line.length - i;
  return true;
}

void find_value_harness(void) {
  size_t n;
  __CPROVER_assume(n <= 4);
  char *bytes = malloc(n);
  struct slice line = {bytes, n}, value;
  if (find_value(line, &value)) {
    __CPROVER_assert(__CPROVER_r_ok(value.data, value.length), "readable");
    __CPROVER_assert(value.length < n, "shorter than the line");
    if (value.length > 0)
      __CPROVER_assert(value.data[0] != ' ', "no blank in front");
  } else {
    __CPROVER_assert(!__CPROVER_exists { size_t i; i < n && bytes[i] == ':' },
                     "there is no colon");
  }
}
