// SPDX-License-Identifier: Apache-2.0
// The functions of <math.h> that are exact.
#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
static void check(int holds) {
  if (!holds)
    reach_error();
}
int main(void) {
  float x = __VERIFIER_nondet_float();
  check(isnan(x) || fabsf(x) >= 0);
  check(isnan(x) || (floorf(x) <= x && x <= ceilf(x)));
  check(isnan(x) || fabsf(truncf(x)) <= fabsf(x));
  check(!!isinf(x) == (fabsf(x) == INFINITY));
  check(isfinite(x) == (!isnan(x) && !isinf(x)));
  check(!signbit(fabsf(x)));
  check(signbit(copysignf(x, -1.0f)));
  check(round(2.5) == 3 && round(-2.5) == -3 && rint(2.5) == 2);
  check(nearbyint(3.5) == 4 && roundf(0.49999997f) == 0);
  check(floor(-0.5) == -1 && ceil(-0.5) == 0 && signbit(ceil(-0.5)));
  check(sqrt(2.0) == 1.4142135623730951 && sqrtf(16) == 4);
  check(isnan(sqrt(-1.0)) && signbit(sqrt(-0.0)));
  check(fmin(1, NAN) == 1 && fmax(NAN, 2) == 2 && fmin(3, -4) == -4);
  check(fmod(5.5, 2) == 1.5 && fmod(-7, 3) == -1 && remainder(7, 4) == -1);
  check(fma(0.1, 10, -1) != 0.1 * 10 - 1);
  check(lrint(2.5) == 2 && lround(2.5) == 3 && llround(-0.5) == -1);
  check(fdim(3, 1) == 2 && fdim(1, 3) == 0);
  check(fpclassify(1e-310) == FP_SUBNORMAL && fpclassify(0.0) == FP_ZERO);
  double whole;
  int exponent;
  check(modf(-3.25, &whole) == -0.25 && whole == -3);
  check(modf(-INFINITY, &whole) == 0 && whole == -INFINITY);
  check(frexp(-10, &exponent) == -0.625 && exponent == 4);
  check(frexp(0x1p-1074, &exponent) == 0.5 && exponent == -1073);
  check(ldexp(3, -1075) == 0x1p-1073 && ldexp(0.75, 3000) == INFINITY);
  check(scalbnf(x, 0) == x || isnan(x));
  check(fabsl(-1.5L) == 1.5L && 0x1p-70L + 1 == 1 && 0x1p-63L + 1 > 1);
  return 0;
}
