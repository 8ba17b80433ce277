// SPDX-License-Identifier: Apache-2.0
// An event loop: handlers are registered with a context, events wait in a
// queue, and timers are in a table of function pointers.
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum event_type { EVENT_BUTTON, EVENT_TIMER, EVENT_RADIO, EVENT_COUNT };

typedef struct event {
  enum event_type type;
  uint32_t data;
} event;

typedef void (*event_handler)(void *context, const event *e);

typedef struct subscription {
  event_handler handler;
  void *context;
} subscription;

enum { QUEUE = 4, PER_EVENT = 2 };

typedef struct event_loop {
  subscription handlers[EVENT_COUNT][PER_EVENT];
  event queue[QUEUE];
  uint8_t head, used;
  uint32_t lost;
} event_loop;

static event_loop loop;

bool loop_subscribe(enum event_type type, event_handler handler, void *context) {
  for (int k = 0; k < PER_EVENT; k++) {
    subscription *s = &loop.handlers[type][k];
    if (s->handler == NULL) {
      s->handler = handler;
      s->context = context;
      return true;
    }
  }
  return false;
}

void loop_post(enum event_type type, uint32_t data) {
  if (loop.used > QUEUE) {
    loop.lost++;
    return;
  }
  event *e = &loop.queue[(loop.head + loop.used++) % QUEUE];
  e->type = type;
  e->data = data;
}

bool loop_step(void) {
  if (loop.used == 0)
    return false;
  event e = loop.queue[loop.head];
  loop.head = (uint8_t)((loop.head + 1) % QUEUE);
  loop.used--;
  for (int k = 0; k < PER_EVENT; k++) {
    subscription *s = &loop.handlers[e.type][k];
    if (s->handler != NULL)
      s->handler(s->context, &e);
  }
  return true;
}

struct lamp {
  bool is_on;
  unsigned changes;
};

static void lamp_toggle(void *context, const event *e) {
  struct lamp *l = context;
  l->is_on = !l->is_on;
  l->changes += e->data;
}

static void count_event(void *context, const event *e) {
  (void)e;
  ++*(unsigned *)context;
}

static void press_again(void *context, const event *e) {
  (void)context;
  if (e->data > 0)
    loop_post(EVENT_BUTTON, e->data - 1);
}

int main(void) {
  struct lamp lamp = {false, 0};
  unsigned presses = 0;
  loop_subscribe(EVENT_BUTTON, lamp_toggle, &lamp);
  loop_subscribe(EVENT_BUTTON, count_event, &presses);
  loop_subscribe(EVENT_TIMER, press_again, NULL);
  if (loop_subscribe(EVENT_BUTTON, press_again, NULL))
    reach_error();
  unsigned n = __VERIFIER_nondet_uint() % 6;
  for (unsigned k = 0; k < n; k++)
    loop_post(k % 2 == 0 ? EVENT_BUTTON : EVENT_TIMER, k);
  while (loop_step())
    ;
  unsigned kept = n < QUEUE ? n : QUEUE;
  if (presses != kept || lamp.is_on != (kept % 2 == 1))
    reach_error();
  if (loop.lost != n - kept)
    reach_error();
  return 0;
}
