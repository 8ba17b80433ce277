// SPDX-License-Identifier: Apache-2.0
// The one quotient that is too large for its type.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (b == 0)
    return 0;
  int rest = a % b;
  if (a < -2147483647 && b == -1)
    reach_error();
  return rest;
}
