// SPDX-License-Identifier: Apache-2.0
// A copy between places of which it is not known where they are, in objects
// whose members have other sizes and kinds.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct request {
  unsigned char major, minor;
  short flags;
  int *buffer;
  int (*done)(int);
};

struct record {
  int number;
  int *place;
  char tail[16];
};

struct device {
  struct request stack[3];
  struct record record;
  void *now;
};

static int twice(int x) { return 2 * x; }

static int one = 1, two = 2;

int main(void) {
  struct device d = {.record = {7, &two, "tail"}};
  struct record other = {8, &one, "other"};
  d.now = __VERIFIER_nondet_int() ? (void *)&d.stack[1] : (void *)&d.record;
  if (__VERIFIER_nondet_int())
    d.now = &other;
  d.stack[1].major = 3;
  d.stack[1].minor = 4;
  d.stack[1].flags = -5;
  d.stack[1].buffer = &one;
  d.stack[1].done = twice;
  struct request *from = d.now;
  if (d.now != &d.stack[1])
    from = &d.stack[1];
  void *to = __VERIFIER_nondet_int() ? (void *)&d.stack[0] : (void *)&other;
  memmove(to, from, (unsigned long)&((struct request *)0)->done);
  if (to == &d.stack[0]) {
    if (d.stack[0].minor != 3 || d.stack[0].flags != -5 ||
        *d.stack[0].buffer != 1 || d.stack[0].done != 0)
      reach_error();
  } else if (other.place != &one || other.number != (int)0xfffb0403) {
    reach_error();
  }
  return 0;
}
