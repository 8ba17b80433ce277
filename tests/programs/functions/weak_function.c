// SPDX-License-Identifier: Apache-2.0
// A weak function that nobody defines may be missing; every look at it sees
// the same.
extern void reach_error(void);
extern int hook(void) __attribute__((weak));
extern int other(void);
#pragma weak other
static int same(int (*f)(void)) { return f == hook; }
int main(void) {
  int (*first)(void) = hook;
  if (!same(first) || (first == 0) != (hook == 0))
    reach_error();
  if (hook && other)
    hook();
  return 0;
}
