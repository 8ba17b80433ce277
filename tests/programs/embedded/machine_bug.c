// SPDX-License-Identifier: Apache-2.0
// A state machine of a charger with a switch: it runs for ever, and the relay
// is closed in no state but charging.
#include <stdbool.h>
#include <stdint.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

typedef enum state { IDLE, CONNECTED, CHARGING, FULL, FAULT } state;
typedef enum event { PLUG, UNPLUG, START, TICK, RESET } event;

typedef struct charger {
  state state;
  bool relay;
  uint8_t retries;
  uint16_t level;
} charger;

static void enter(charger *c, state s) {
  c->state = s;
  c->relay = s == CHARGING;
}

static void handle(charger *c, event e, uint16_t measured) {
  if (e == UNPLUG) {
    enter(c, IDLE);
    c->retries = 0;
    return;
  }
  switch (c->state) {
  case IDLE:
    if (e == PLUG)
      enter(c, CONNECTED);
    break;
  case CONNECTED:
    if (e == START)
      enter(c, CHARGING);
    break;
  case CHARGING:
    if (e != TICK)
      break;
    c->level = measured;
    if (measured > 4300) {
      c->retries++;
      enter(c, c->retries < 3 ? CONNECTED : FAULT);
    } else if (measured >= 4200)
      enter(c, FULL);
    break;
  case FULL:
    if (e == TICK && measured < 4000)
      enter(c, CHARGING);
    break;
  case FAULT:
    if (e == RESET) {
      enter(c, CONNECTED);
    }
    break;
  }
}

int main(void) {
  charger c = {IDLE, false, 0, 0};
  for (;;) {
    int e = __VERIFIER_nondet_int();
    if (e < PLUG || e > RESET)
      continue;
    handle(&c, (event)e, __VERIFIER_nondet_ushort());
    if (c.relay != (c.state == CHARGING))
      reach_error();
    if (c.retries > 3 || (c.retries == 3 && c.state != FAULT))
      reach_error();
  }
}
