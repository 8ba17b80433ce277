// SPDX-License-Identifier: Apache-2.0
// Structs with many members, allocated by a function that gets their size, any
// number of them.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct queue {
  long limits[150];
  struct queue *next;
  int length;
};

struct device {
  int registers[200];
  struct queue *queues;
  char name[100];
  struct device *parent;
  int users;
};

static void *zalloc(size_t size) { return calloc(1, size); }

static void *take(size_t size, int flags) {
  void *p = zalloc(size);
  if (flags != 0)
    ((int *)p)[0] = flags;
  return p;
}

static struct device *new_device(struct device *parent) {
  struct device *d = take(sizeof *d, 7);
  d->parent = parent;
  d->queues = take(sizeof *d->queues, 0);
  d->queues->length = 3;
  return d;
}

int main(void) {
  struct device *d = NULL;
  int n = __VERIFIER_nondet_int(), users = 0;
  for (int k = 0; k < n && k < 3; k++) {
    d = new_device(d);
    d->users = ++users;
  }
  if (d == NULL)
    return 0;
  if (d->registers[0] != 7 || d->registers[1] != 0 || d->name[99] != 0)
    reach_error();
  if (d->users != users || d->queues->length != 3 || d->queues->next != NULL)
    reach_error();
  if (d->parent != NULL && d->parent->users != users - 1)
    reach_error();
  return 0;
}
