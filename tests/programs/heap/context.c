// SPDX-License-Identifier: Apache-2.0
// A state machine behind a context that is allocated once: where its pointers
// lead is known in every round.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct link {
  int step, sent;
};

struct context {
  int state, resumed;
  struct link *link;
  const char *at;
};

static char text[8] = "abcdefg";

static int run(struct context *c) {
  for (;;) {
    switch (c->state) {
    case 10:
      c->resumed = __VERIFIER_nondet_int() > 0;
      c->at = text;
      c->state = 20;
      break;
    case 20:
      c->link->sent = 0;
      c->link->step = c->resumed ? 40 : 30;
      c->state = 50;
      break;
    case 30:
      c->link->sent++;
      c->link->step = 40;
      c->state = 50;
      break;
    case 40:
      if (c->link->sent != (c->resumed ? 0 : 1))
        reach_error();
      return 0;
    case 50:
      if (*c->at != 0)
        c->at++;
      if (__VERIFIER_nondet_int())
        c->state = c->link->step;
      break;
    default:
      reach_error();
    }
  }
}

int main(void) {
  struct context *c = malloc(sizeof *c);
  c->link = malloc(sizeof *c->link);
  c->state = 10;
  return run(c);
}
