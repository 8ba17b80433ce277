// SPDX-License-Identifier: Apache-2.0
// The outer loop resets what the inner one drives up.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned x = 0, resets = 0;
  while (nondet()) {
    while (x < 50 && nondet())
      x += 7;
    if (x >= 50) {
      x = 0;
      resets = 1;
    }
    if (x > 56)
      reach_error();
  }
  if (resets > 1)
    reach_error();
  return 0;
}
