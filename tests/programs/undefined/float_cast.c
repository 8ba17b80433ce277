// SPDX-License-Identifier: Apache-2.0
// A number that the integer type may not hold.
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  short n = (short)d;
  if (!(d > -32769.0 && d < 32768.0))
    reach_error();
  return n == 0;
}
