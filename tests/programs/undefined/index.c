// SPDX-License-Identifier: Apache-2.0
// An index that may lie outside of the array.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void) {
  int i = __VERIFIER_nondet_int();
  a[i] = 1;
  if (i < 0 || i > 9)
    reach_error();
  return 0;
}
