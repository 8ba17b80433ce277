// SPDX-License-Identifier: Apache-2.0
// A first-order filter: half of the old value and an input of at most 1. It
// comes close to 2 and never reaches it; that it stays below 3 is what
// intervals of floats can tell, in any number of rounds.
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
  if (!(smooth >= -3 && smooth <= 3))
    reach_error();
  return 0;
}
