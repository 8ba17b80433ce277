// The bounds of a polynomial over an interval: too hard for circuits, easy for
// bounds once the interval is divided. The largest value is at -2: 4.6666667.
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= -2.0f && x <= 2.0f))
    return 0;
  float y = x * x - x / 3.0f;
  assert(y <= 4.67f && y >= -0.03f);
  return 0;
}
