// SPDX-License-Identifier: Apache-2.0
// The head goes one too far, and the first element is lost.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int n; };
struct node *head;
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *p = malloc(sizeof *p);
    p->n = i;
    p->next = head;
    head = p;
  }
  if (__VERIFIER_nondet_int())
    head = head->next;
  return 0;
}
