// SPDX-License-Identifier: Apache-2.0
// Any division by something positive.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y <= 0)
    return 0;
  return x / y - x % y;
}
