// SPDX-License-Identifier: Apache-2.0
// A part of a ring is handed out: behind the head, or at the start again.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct ring {
  uint8_t *start;
  uint32_t size, head, tail; // head == tail: it is empty
};

static bool ring_is_valid(const struct ring *r) {
  return r->size > 0 && r->head < r->size && r->tail < r->size &&
         __CPROVER_rw_ok(r->start, r->size);
}

static uint8_t *ring_acquire(struct ring *r, uint32_t n) {
  if (n == 0)
    return NULL;
  uint8_t *found;
  if (r->head >= r->tail) {
#ifdef SEEDED_BUG
    if (r->size - r->head >= n) {
#else
    if (r->size - r->head > n) {
#endif
      found = r->start + r->head;
      r->head += n;
      return found;
    }
    if (r->tail > n) {
      r->head = n;
      return r->start;
    }
    return NULL;
  }
  if (r->tail - r->head <= n)
    return NULL;
  found = r->start + r->head;
  r->head += n;
  return found;
}

uint32_t nondet_uint32_t(void);

void ring_acquire_harness(void) {
  struct ring r = {NULL, nondet_uint32_t(), nondet_uint32_t(), nondet_uint32_t()};
  __CPROVER_assume(r.size <= 16);
  r.start = malloc(r.size);
  __CPROVER_assume(ring_is_valid(&r));
  uint32_t n = nondet_uint32_t();
  uint8_t *part = ring_acquire(&r, n);
  __CPROVER_assert(ring_is_valid(&r), "the ring is valid");
  if (part != NULL) {
    __CPROVER_assert(__CPROVER_w_ok(part, n), "the part is memory");
    __CPROVER_assert(__CPROVER_same_object(part, r.start), "of the ring");
    part[n - 1] = 7;
  }
}
