// SPDX-License-Identifier: Apache-2.0
// The next element is looked up in one that is gone.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int n; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) {
    struct node *p = malloc(sizeof *p);
    p->n = i;
    p->next = head;
    head = p;
  }
  while (head) {
    free(head);
    head = head->next;
  }
  return 0;
}
