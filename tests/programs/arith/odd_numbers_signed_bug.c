// SPDX-License-Identifier: Apache-2.0
// The sum of the first n odd numbers, which one variable counts through.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  int sum = 0, odd = 1;
  for (int i = 0; i < n; i++) {
    sum += odd;
    odd += 2;
  }
  if (sum != n * n + (n == 5))
    reach_error();
  return 0;
}
