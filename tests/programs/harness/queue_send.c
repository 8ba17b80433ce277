// SPDX-License-Identifier: Apache-2.0
// Items are copied into a queue of fixed size and out of it again.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ITEM 4
#define LENGTH 3

struct queue {
  uint8_t *storage, *write_to, *read_from;
  size_t waiting;
};

static struct queue *queue_create(void) {
  struct queue *q = malloc(sizeof *q);
  if (q == NULL)
    return NULL;
  q->storage = malloc(ITEM * LENGTH);
  if (q->storage == NULL) {
    free(q);
    return NULL;
  }
  q->write_to = q->read_from = q->storage;
  q->waiting = 0;
  return q;
}

static bool queue_send(struct queue *q, const void *item) {
  if (q->waiting == LENGTH)
    return false;
  memcpy(q->write_to, item, ITEM);
  q->write_to += ITEM;
#ifdef SEEDED_BUG
  if (q->write_to > q->storage + ITEM * LENGTH)
#else
  if (q->write_to >= q->storage + ITEM * LENGTH)
#endif
    q->write_to = q->storage;
  q->waiting++;
  return true;
}

static bool queue_receive(struct queue *q, void *item) {
  if (q->waiting == 0)
    return false;
  memcpy(item, q->read_from, ITEM);
  q->read_from += ITEM;
  if (q->read_from >= q->storage + ITEM * LENGTH)
    q->read_from = q->storage;
  q->waiting--;
  return true;
}

uint32_t nondet_uint32_t(void);

void queue_harness(void) {
  struct queue *q = queue_create();
  if (q == NULL)
    return;
  uint32_t sent[4], got;
  for (int i = 0; i < 4; i++) {
    sent[i] = nondet_uint32_t();
    bool ok = queue_send(q, &sent[i]);
    __CPROVER_assert(ok == (i < 3), "three have room");
  }
  bool ok = queue_receive(q, &got);
  __CPROVER_assert(ok && got == sent[0], "first in, first out");
  ok = queue_send(q, &sent[3]);
  __CPROVER_assert(ok, "there is room again");
  __CPROVER_assert(__CPROVER_POINTER_OFFSET(q->write_to) == ITEM, "it wrapped");
  free(q->storage);
  free(q);
}
