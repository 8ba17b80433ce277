// SPDX-License-Identifier: Apache-2.0
// A node becomes the neighbor of another in a list with two sentinels.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
  struct node *next, *prev;
};
struct list {
  struct node head, tail;
};

static void list_init(struct list *l) {
  l->head.next = &l->tail;
  l->head.prev = NULL;
  l->tail.prev = &l->head;
  l->tail.next = NULL;
}

static bool is_linked(const struct node *n) {
  return n->next != NULL && n->next->prev == n;
}

static void list_insert_after(struct node *after, struct node *n) {
  n->prev = after;
  n->next = after->next;
#ifndef SEEDED_BUG
  after->next->prev = n;
#endif
  after->next = n;
}

static struct node *list_pop_front(struct list *l) {
  struct node *n = l->head.next;
  l->head.next = n->next;
  n->next->prev = &l->head;
  n->next = n->prev = NULL;
  return n;
}

void list_insert_harness(void) {
  struct list l;
  list_init(&l);
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  __CPROVER_assume(a != NULL && b != NULL);
  list_insert_after(&l.head, a);
  _Bool in_front;
  list_insert_after(in_front ? &l.head : a, b);
  __CPROVER_assert(is_linked(&l.head) && is_linked(a) && is_linked(b),
                   "all are linked");
  __CPROVER_assert(l.tail.prev == (in_front ? a : b), "the last one");
  struct node *first = list_pop_front(&l);
  __CPROVER_assert(first == (in_front ? b : a), "the first one");
  __CPROVER_assert(is_linked(&l.head), "the list is linked again");
  free(a);
  free(b);
}
