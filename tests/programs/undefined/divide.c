// SPDX-License-Identifier: Apache-2.0
// A quotient whose divisor may be zero: only then the error is reached.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int q = 100 / a;
  if (a == 0)
    reach_error();
  return q;
}
