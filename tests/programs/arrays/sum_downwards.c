// SPDX-License-Identifier: Apache-2.0
// The sum is the same from the last element to the first.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[20000];
  for (int i = 0; i < 20000; i++)
    a[i] = __VERIFIER_nondet_int();
  unsigned sum = 0;
  for (int i = 19999; i >= 0; i--)
    sum += a[i];
  for (int i = 19999; i >= 0; i--)
    sum -= a[i];
  if (sum != 0)
    reach_error();
  return 0;
}
