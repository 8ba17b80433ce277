// SPDX-License-Identifier: Apache-2.0
// The older name of the error function.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == -1)
    __VERIFIER_error();
  return 0;
}
