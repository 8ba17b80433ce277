// SPDX-License-Identifier: Apache-2.0
// NaN is unordered and different from itself; infinities and zeros of both
// signs compare as numbers.
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x != x) {
    if (x < y || x > y || x <= y || x >= y || x == y)
      reach_error();
  } else if (y == y) {
    if ((x < y) + (x > y) + (x == y) != 1)
      reach_error();
    if ((x <= y) != !(x > y))
      reach_error();
  }
  double zero = 0.0, less = -zero;
  if (zero != less || 1.0 / zero == 1.0 / less || 1.0 / less >= 0)
    reach_error();
  return 0;
}
