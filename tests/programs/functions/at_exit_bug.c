// As at_exit, where the last one fails: functions that run at the end: handlers, the last one first, then destructors
// by their priorities, where main returns and where exit is called.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int order;

static void first(void) {
  if (order++ != 1)
    reach_error();
}

static void second(void) {
  if (order++ != 0)
    reach_error();
}

__attribute__((destructor(200))) static void early(void) {
  if (order++ != 2)
    reach_error();
}

__attribute__((destructor(150))) static void late(void) {
  if (order++ == 3)
    reach_error();
}

static void leave(int status) {
  if (status > 5)
    exit(status);
  if (status < 0)
    abort();
}

int main(void) {
  if (atexit(first) != 0 || atexit(second) != 0)
    reach_error();
  leave(__VERIFIER_nondet_int());
  return 0;
}
