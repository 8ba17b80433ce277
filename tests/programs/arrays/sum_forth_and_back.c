// SPDX-License-Identifier: Apache-2.0
// What is added is subtracted again, however many elements there are.
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
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < n; i++)
    sum -= 2LL * a[i];
  if (sum != 0)
    reach_error();
  return 0;
}
