// SPDX-License-Identifier: Apache-2.0
// A small automaton in an inner loop.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned state = 0, work = 0;
  while (nondet()) {
    state = 1;
    while (nondet()) {
      if (state == 1)
        state = 2;
      else if (state == 2)
        state = 1;
      else
        work = 1;
    }
    if (state == 2)
      state = 1;
  }
  if (work)
    reach_error();
  return 0;
}
