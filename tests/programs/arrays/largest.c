// SPDX-License-Identifier: Apache-2.0
// No element is greater than the greatest one.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[50000];
  for (int i = 0; i < 50000; i++)
    a[i] = __VERIFIER_nondet_int();
  int most = a[0];
  for (int i = 1; i < 50000; i++)
    if (a[i] > most)
      most = a[i];
  for (int i = 0; i < 50000; i++)
    if (a[i] > most)
      reach_error();
  return 0;
}
