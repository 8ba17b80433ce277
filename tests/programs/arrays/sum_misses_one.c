// SPDX-License-Identifier: Apache-2.0
// The last element is not subtracted.
void reach_error(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_ushort() + 1;
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  long long sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < n - 1; i++)
    sum -= a[i];
  if (sum != 0)
    reach_error();
  return 0;
}
