// SPDX-License-Identifier: Apache-2.0
// A pointer with two possible targets.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b = 2, first = __VERIFIER_nondet_int();
  int *p = first ? &a : &b;
  *p = 9;
  if (first ? a != 9 || b != 2 : a != 1 || b != 9)
    reach_error();
  return 0;
}
