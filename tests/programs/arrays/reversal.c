// SPDX-License-Identifier: Apache-2.0
// A copy from the end to the start.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000], b[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++)
    b[i] = a[999 - i];
  for (int i = 0; i < 1000; i++)
    if (b[i] != a[999 - i])
      reach_error();
  return 0;
}
