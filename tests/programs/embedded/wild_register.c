// SPDX-License-Identifier: Apache-2.0
// A pointer without a value is not that to the register.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  volatile int *p;
  if (__VERIFIER_nondet_int())
    p = (volatile int *)0x40000000;
  return *p & 1;
}
