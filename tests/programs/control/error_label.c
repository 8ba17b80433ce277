// SPDX-License-Identifier: Apache-2.0
// Without an error function and a property, the label ERROR is one.
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 9)
    goto ERROR;
  return 0;
ERROR:
  return 1;
}
