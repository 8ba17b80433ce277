// SPDX-License-Identifier: Apache-2.0
// Text is appended, and a zero always ends it.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#define CAPACITY 8

struct builder {
  size_t length;
  char text[CAPACITY];
};

static bool builder_put(struct builder *b, char c) {
#ifdef SEEDED_BUG
  if (b->length >= CAPACITY)
#else
  if (b->length + 1 >= CAPACITY)
#endif
    return false;
  b->text[b->length++] = c;
  b->text[b->length] = '\0';
  return true;
}

static bool builder_append(struct builder *b, const char *s) {
  for (size_t i = 0; s[i] != '\0'; i++)
    if (!builder_put(b, s[i]))
      return false;
  return true;
}

void builder_harness(void) {
  struct builder b = {.length = 0, .text = ""};
  char s[5];
  __CPROVER_assume(s[4] == '\0');
  builder_append(&b, s);
  builder_append(&b, s);
  __CPROVER_assert(b.length < CAPACITY, "room for the zero is left");
  __CPROVER_assert(b.text[b.length] == '\0', "a zero ends it");
  __CPROVER_assert(__CPROVER_forall {
                     size_t i;
                     (0 <= i && i < CAPACITY) ==>
                       (i < b.length ==> b.text[i] != '\0')
                   }, "there is none before");
}
