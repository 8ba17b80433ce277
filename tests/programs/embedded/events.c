// SPDX-License-Identifier: Apache-2.0
// An event loop with callbacks that register each other: whoever is called gets
// the context that it was registered with.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct loop;
typedef void (*event_handler)(struct loop *loop, void *context, uint32_t now);

enum { MOST = 4 };

typedef struct event {
  event_handler handler;
  void *context;
  uint32_t due;
  bool is_armed;
} event;

typedef struct loop {
  event events[MOST];
  uint32_t now;
  unsigned run;
} loop;

static bool loop_after(loop *l, uint32_t delay, event_handler handler,
                       void *context) {
  for (unsigned k = 0; k < MOST; k++) {
    event *e = &l->events[k];
    if (e->is_armed)
      continue;
    e->handler = handler;
    e->context = context;
    e->due = l->now + delay;
    e->is_armed = true;
    return true;
  }
  return false;
}

static void loop_step(loop *l) {
  for (unsigned k = 0; k < MOST; k++) {
    event *e = &l->events[k];
    if (!e->is_armed || (int32_t)(l->now - e->due) < 0)
      continue;
    e->is_armed = false;
    l->run++;
    e->handler(l, e->context, l->now);
  }
  l->now++;
}

struct blinker {
  bool is_on;
  unsigned toggles;
};

struct button {
  struct blinker *light;
  uint32_t last;
  unsigned presses;
};

static void blink(loop *l, void *context, uint32_t now) {
  struct blinker *b = context;
  b->is_on = !b->is_on;
  b->toggles++;
  if (b->is_on != (b->toggles % 2 == 1))
    reach_error();
  if (!loop_after(l, 2, blink, b))
    reach_error();
  (void)now;
}

static void press(loop *l, void *context, uint32_t now) {
  struct button *b = context;
  if (b->presses > 0 && now == b->last)
    reach_error();
  b->presses++;
  b->last = now;
  b->light->toggles += 2;
  if (!loop_after(l, 1 + __VERIFIER_nondet_uint() % 3, press, b))
    reach_error();
}

int main(void) {
  static loop l;
  static struct blinker light;
  static struct button button;
  button.light = &light;
  l.now = __VERIFIER_nondet_uint();
  loop_after(&l, 0, blink, &light);
  loop_after(&l, 1, press, &button);
  while (__VERIFIER_nondet_bool())
    loop_step(&l);
  return 0;
}
