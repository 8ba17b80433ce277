// SPDX-License-Identifier: Apache-2.0
// To the left as far as there is room; numbers below zero, too.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (n < 0 || n > 21 || x > 1023 || x < -1024)
    return 0;
  unsigned u = 1u << 31;
  return (x << n) + (int)(u >> 31) - 1;
}
