// SPDX-License-Identifier: Apache-2.0
// A sum of few small numbers.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    int x = __VERIFIER_nondet_int();
    if (x > 400000000 || x < -400000000)
      return 0;
    sum += x;
  }
  return sum;
}
