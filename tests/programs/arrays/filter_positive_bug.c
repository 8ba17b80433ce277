// SPDX-License-Identifier: Apache-2.0
// What passes a test is collected in a second array.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = __VERIFIER_nondet_int();
  int k = 0;
  for (int i = 0; i < 100; i++)
    if (a[i] >= 0)
      b[k++] = a[i];
  for (int i = 0; i < k; i++)
    if (b[i] <= 0)
      reach_error();
  return 0;
}
