// SPDX-License-Identifier: Apache-2.0
// A function of <math.h> may set errno, which is not modeled.
#include <math.h>
extern void reach_error(void);
extern int *__errno_location(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  *__errno_location() = 0;
  double root = sqrt(__VERIFIER_nondet_double());
  if (root != root && *__errno_location() == 0)
    reach_error();
  return 0;
}
