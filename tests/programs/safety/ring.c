// SPDX-License-Identifier: Apache-2.0
// A ring that is lost: something points to each of its elements.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int n; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = a;
  return 0;
}
