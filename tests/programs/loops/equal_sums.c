// SPDX-License-Identifier: Apache-2.0
// Two variables change together in both loops.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned x = 0, y = 0;
  while (nondet()) {
    x += 3;
    y += 3;
  }
  while (nondet()) {
    x += 5;
    y += 5;
  }
  if (x != y)
    reach_error();
  return 0;
}
