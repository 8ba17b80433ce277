// Three steps towards a square root, in a loop whose bound is known.
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
  float a = __VERIFIER_nondet_float();
  if (!(a >= 1.0f && a <= 4.0f))
    return 0;
  float x = 1.5f;
  for (int i = 0; i < 3; i++)
    x = 0.5f * (x + a / x);
  float error = x * x - a;
  assert(error < 0.01f && error > -0.01f);
  return 0;
}
