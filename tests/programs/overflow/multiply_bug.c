// SPDX-License-Identifier: Apache-2.0
// Two shorts that are not negative: their product fits, its double does not.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned short a = (unsigned short)__VERIFIER_nondet_int();
  if (a > 46341)
    return 0;
  return a * a;
}
