// SPDX-License-Identifier: Apache-2.0
// A value once returned does not change.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = a;
  if (a != b || a - b != 0)
    reach_error();
  return 0;
}
