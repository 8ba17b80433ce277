// SPDX-License-Identifier: Apache-2.0
// An allocator of the program: from one block it hands out parts, in which
// pointers and numbers of all sizes stand.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static char *block;
static size_t used;

static void *take(size_t size) {
  void *p = block + used;
  used += (size + 7) / 8 * 8;
  return p;
}

struct list {
  struct list *next;
  short key;
  char mark;
};

int main(void) {
  int x = __VERIFIER_nondet_int();
  block = malloc(64);
  struct list *a = take(sizeof *a);
  int *n = take(sizeof *n);
  struct list *b = take(sizeof *b);
  a->next = b;
  a->key = 5;
  a->mark = 'a';
  *n = x;
  b->next = NULL;
  b->key = 6;
  b->mark = 'b';
  if (a->next->key != 6 || a->next->mark != 'b' || a->next->next != NULL)
    reach_error();
  if (*n != x || a->key != 5 || a->mark != 'a')
    reach_error();
  return 0;
}
