// SPDX-License-Identifier: Apache-2.0
// A list whose nodes come from one call of malloc.
#include <stdlib.h>
void reach_error(void);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *head = 0;
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = head;
    head = n;
  }
  while (head) {
    struct node *next = head->next;
    sum += head->value;
    free(head);
    head = next;
  }
  if (sum != 6)
    reach_error();
  return 0;
}
