// SPDX-License-Identifier: Apache-2.0
// The last node of a list is written through another pointer.
#include <stdlib.h>
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *head = 0, *last = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = head;
    head = n;
    if (!last)
      last = n;
  }
  if (last)
    last->value = 2;
  int n = 0;
  for (struct node *p = head; p; p = p->next)
    if (p->value == 2 && ++n == 1 && p != head && p != head->next)
      reach_error();
  return 0;
}
