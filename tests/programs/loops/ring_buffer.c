// SPDX-License-Identifier: Apache-2.0
// Indices of a ring buffer, filled and emptied by two loops.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned in = 0, out = 0, count = 0;
  while (nondet()) {
    while (nondet() && count < 8) {
      in = (in + 1) & 7;
      count++;
    }
    while (nondet() && count > 0) {
      out = (out + 1) & 7;
      count--;
    }
    if (in > 7 || out > 7 || count > 8)
      reach_error();
  }
  return 0;
}
