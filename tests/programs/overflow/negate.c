// SPDX-License-Identifier: Apache-2.0
// Without the smallest integer all is well.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == -2147483647 - 1)
    return 0;
  return x < 0 ? -x : x;
}
