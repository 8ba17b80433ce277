// SPDX-License-Identifier: Apache-2.0
// Division rounds toward zero, and the remainder has the dividend's sign.
void reach_error(void);
signed char __VERIFIER_nondet_char(void);
int main(void) {
  if (-7 / 2 != -3 || -7 % 2 != -1 || 7 / -2 != -3 || 7 % -2 != 1)
    reach_error();
  signed char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();
  if (b == 0)
    return 0;
  int q = a / b, r = a % b;
  if (q * b + r != a)
    reach_error();
  if (r != 0 && (r < 0) != (a < 0))
    reach_error();
  return 0;
}
