// SPDX-License-Identifier: Apache-2.0
// The same function, with a loop, is called in two loops.
extern void reach_error(void);
extern unsigned nondet(void);

static unsigned climb(unsigned from, unsigned to) {
  while (from < to && nondet())
    from++;
  return from;
}

int main(void) {
  unsigned x = 0;
  while (nondet())
    x = climb(x, 10);
  while (nondet())
    x = climb(x, 20);
  if (x > 20)
    reach_error();
  return 0;
}
