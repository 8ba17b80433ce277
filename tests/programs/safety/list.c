// SPDX-License-Identifier: Apache-2.0
// A list that is built and taken down.
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
    struct node *p = head->next;
    free(head);
    head = p;
  }
  return 0;
}
