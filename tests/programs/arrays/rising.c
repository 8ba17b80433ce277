// SPDX-License-Identifier: Apache-2.0
// An array is filled so that no element is smaller than the one before.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  a[0] = __VERIFIER_nondet_int();
  for (int i = 1; i < 1000; i++) {
    int next = __VERIFIER_nondet_int();
    a[i] = next < a[i - 1] ? a[i - 1] : next;
  }
  for (int i = 1; i < 1000; i++)
    if (a[i - 1] > a[i])
      reach_error();
  return 0;
}
