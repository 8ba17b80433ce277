// SPDX-License-Identifier: Apache-2.0
// One loop swaps what the other keeps apart.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned a = 0, b = 1, t;
  while (nondet()) {
    t = a;
    a = b;
    b = t;
    while (nondet()) {
      a ^= 1;
      b ^= 1;
    }
  }
  if (a == b)
    reach_error();
  return 0;
}
