// SPDX-License-Identifier: Apache-2.0
// A list that others made is gone through, or freed, with accesses checked: each
// node of it is valid where it is used.
#include <stdlib.h>

struct node {
  unsigned value;
  struct node *next;
};

unsigned sum(const struct node *n) {
  unsigned s = 0;
  for (; n != NULL; n = n->next)
    s += n->value;
  return s;
}

void release(struct node *n) {
  while (n != NULL) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
}

unsigned last(const struct node *n) {
  while (n->next != NULL)
    n = n->next;
  n = n->next;
  return n->value;
}
