// SPDX-License-Identifier: Apache-2.0
// A pointer to a register that may be null.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  volatile int *p = 0;
  if (__VERIFIER_nondet_int())
    p = (volatile int *)0x40000000;
  return p[2] & 1;
}
