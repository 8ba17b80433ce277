// SPDX-License-Identifier: Apache-2.0
// One bit too far.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (n < 0 || n > 22 || x > 1023 || x < 0)
    return 0;
  x <<= n;
  return 0;
}
