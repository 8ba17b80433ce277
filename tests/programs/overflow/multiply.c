// SPDX-License-Identifier: Apache-2.0
// The largest square that an int can hold.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned short a = (unsigned short)__VERIFIER_nondet_int();
  if (a > 46340)
    return 0;
  return a * a;
}
