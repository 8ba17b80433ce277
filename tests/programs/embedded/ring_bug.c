// SPDX-License-Identifier: Apache-2.0
// A ring buffer between an interrupt and a main loop: what was put in
// comes out in its order: not if it takes one more than it has room for.
#include <stdbool.h>
#include <stdint.h>
extern void reach_error(void);
extern uint8_t __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum { SIZE = 8 };

typedef struct ring {
  uint8_t *store;
  uint32_t mask;
  uint32_t head, tail; // run on for ever
} ring;

static void ring_init(ring *r, uint8_t *store, uint32_t size) {
  r->store = store;
  r->mask = size - 1;
  r->head = r->tail = 0;
}

static uint32_t ring_count(const ring *r) { return r->head - r->tail; }
static bool ring_is_full(const ring *r) { return ring_count(r) > r->mask + 1; }

static bool ring_put(ring *r, uint8_t byte) {
  if (ring_is_full(r))
    return false;
  r->store[r->head++ & r->mask] = byte;
  return true;
}

static bool ring_get(ring *r, uint8_t *byte) {
  if (ring_count(r) == 0)
    return false;
  *byte = r->store[r->tail++ & r->mask];
  return true;
}

int main(void) {
  static uint8_t store[SIZE];
  ring r;
  ring_init(&r, store, SIZE);
  uint8_t next_in = 0, next_out = 0;
  for (int n = 0; n < 12; n++) {
    if (__VERIFIER_nondet_bool()) {
      if (ring_put(&r, next_in))
        next_in++;
      else if (ring_count(&r) != SIZE)
        reach_error();
    } else {
      uint8_t byte;
      if (ring_get(&r, &byte)) {
        if (byte != next_out)
          reach_error();
        next_out++;
      }
    }
    if (ring_count(&r) > SIZE)
      reach_error();
  }
  return 0;
}
