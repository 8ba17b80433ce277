// SPDX-License-Identifier: Apache-2.0
// A door with a lock: it is never locked while it is open.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state { OPEN, CLOSED, LOCKED };

static enum state next(enum state now, int event) {
  switch (now) {
  case OPEN:
    return event == 1 ? CLOSED : OPEN;
  case CLOSED:
    return event == 1 ? OPEN : event == 2 ? LOCKED : CLOSED;
  case LOCKED:
    return event == 3 ? CLOSED : LOCKED;
  }
  return now;
}

int main(void) {
  enum state door = OPEN;
  for (int step = 0; step < 8; step++) {
    enum state before = door;
    door = next(door, __VERIFIER_nondet_int());
    assert(!(before == OPEN && door == LOCKED));
    assert(door == OPEN || door == CLOSED || door == LOCKED);
  }
  return 0;
}
