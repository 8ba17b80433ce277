// SPDX-License-Identifier: Apache-2.0
// The filter of smoothed.c exceeds 1.7 in its fourth round.
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  double smooth = 0;
  while (__VERIFIER_nondet_int()) {
    double in = __VERIFIER_nondet_double();
    __VERIFIER_assume(in >= -1 && in <= 1);
    smooth = 0.5 * smooth + in;
  }
  if (!(smooth >= -3 && smooth <= 1.7))
    reach_error();
  return 0;
}
