// Two inputs, a quotient, double precision: the harmonic mean is between them.
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (!(a >= 1 && a <= 3 && b >= 2 && b <= 5))
    return 0;
  double mean = 2 * (a * b) / (a + b);
  assert(mean > 1.2 && mean < 3.9);
  return 0;
}
