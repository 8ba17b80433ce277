// SPDX-License-Identifier: Apache-2.0
// The distance of two counters stays small in both loops.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned a = 0, b = 0;
  while (nondet()) {
    while (a - b < 3 && nondet())
      a++;
    while (a != b && nondet())
      b++;
    if (a - b > 3)
      reach_error();
  }
  return 0;
}
