// SPDX-License-Identifier: Apache-2.0
// A JSON string is skipped, with its escapes.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

static bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
         (c >= 'A' && c <= 'F');
}

static bool skip_escape(const char *buf, size_t *start, size_t max) {
  size_t i = *start + 1;
#ifndef SEEDED_BUG
  if (i >= max)
    return false;
#endif
  if (buf[i] == 'x') {
    if (max - i < 2)
      return false;
    for (int k = 1; k <= 1; k++)
      if (!is_hex(buf[i + k]))
        return false;
    i += 1;
  } else if (buf[i] != '"' && buf[i] != '\\' && buf[i] != 'n') {
    return false;
  }
  *start = i + 1;
  return true;
}

static bool skip_string(const char *buf, size_t *start, size_t max) {
  size_t i = *start;
  if (i >= max || buf[i] != '"')
    return false;
  i++;
  while (i < max)
    __CPROVER_loop_invariant(*start < i && i <= max)
    __CPROVER_decreases(max - i)
  {
    if (buf[i] == '"') {
      *start = i + 1;
      return true;
    }
    if (buf[i] == '\\') {
      if (!skip_escape(buf, &i, max))
        return false;
    } else {
      i++;
    }
  }
  return false;
}

void skip_string_harness(void) {
  size_t max, start;
  __CPROVER_assume(max <= 3);
  char *buf = malloc(max);
  size_t before = start;
  if (skip_string(buf, &start, max)) {
    __CPROVER_assert(start <= max, "inside");
    __CPROVER_assert(start >= before + 2, "two quotes at least");
    __CPROVER_assert(buf[start - 1] == '"', "behind a quote");
  } else {
    __CPROVER_assert(start == before, "it stays where it was");
  }
}
