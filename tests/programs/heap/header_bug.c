// SPDX-License-Identifier: Apache-2.0
// The same, with a byte that is not the last one.
#include <stdlib.h>

extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct packet {
  struct packet *next;
  unsigned length;
  unsigned char bytes[];
};

static struct packet *push(struct packet *next, unsigned length) {
  struct packet *p = malloc(sizeof *p + length);
  p->next = next;
  p->length = length;
  for (unsigned k = 0; k < length; k++)
    p->bytes[k] = (unsigned char)(length + k);
  return p;
}

int main(void) {
  struct packet *list = NULL;
  unsigned n = __VERIFIER_nondet_uchar() % 3;
  for (unsigned k = 0; k <= n; k++)
    list = push(list, k + 1);
  if (list->length != n + 1 || list->bytes[n] != 2 * n)
    reach_error();
  if (n > 0 && (list->next->length != n || list->next->bytes[0] != n))
    reach_error();
  return 0;
}
