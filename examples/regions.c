// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static int table[2000];
static struct node first;

int main(void) {
  table[7] = 3;
  first.value = 4;
  for (int k = 0; k < 2; k++) {
    struct node *n = malloc(sizeof *n);
    n->value = k;
    n->next = first.next;
    first.next = n;
  }
  return table[7] + first.next->value;
}
