// SPDX-License-Identifier: Apache-2.0
// A lock is taken and released by loops that come after each other.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  int lock = 0;
  while (nondet()) {
    if (lock != 0)
      reach_error();
    lock = 1;
    while (nondet())
      if (lock != 1)
        reach_error();
    lock = 0;
  }
  while (nondet())
    if (lock)
      reach_error();
  return 0;
}
