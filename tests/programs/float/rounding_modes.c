// SPDX-License-Identifier: Apache-2.0
// fesetround decides about arithmetic, conversions and rint.
#include <fenv.h>
#include <math.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int holds) {
  if (!holds)
    reach_error();
}
int main(void) {
  volatile double one = 1, three = 3, tiny = 1e-300;
  volatile int odd = 16777217;
  double nearest = one / three;
  check(fegetround() == FE_TONEAREST && rint(2.5) == 2);
  fesetround(FE_UPWARD);
  double up = one / three;
  check(rint(2.25) == 3 && one + tiny > 1 && (float)odd > 16777216.0f);
  fesetround(FE_DOWNWARD);
  double down = one / three;
  check(rint(-2.25) == -3 && one + tiny == 1 && lrint(-2.25) == -3);
  check(down < up && (nearest == down || nearest == up));
  fesetround(FE_TOWARDZERO);
  check(rint(-2.75) == -2 && fegetround() == FE_TOWARDZERO);
  check(fesetround(1234) != 0 && fegetround() == FE_TOWARDZERO);
  check((int)2.75 == 2 && floor(-2.5) == -3);
  return 0;
}
