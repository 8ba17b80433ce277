// SPDX-License-Identifier: Apache-2.0
// A sum of numbers that are a little too large.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    int x = __VERIFIER_nondet_int();
    if (x > 429496730 || x < -429496729)
      return 0;
    sum += x;
  }
  return sum;
}
