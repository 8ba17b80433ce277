// SPDX-License-Identifier: Apache-2.0
// Heron's iteration does not always end at the correctly rounded root.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float a = __VERIFIER_nondet_float(), x = 1.5f;
  if (!(a >= 1.0f && a <= 4.0f))
    return 0;
  for (int i = 0; i < 2; i++)
    x = 0.5f * (x + a / x);
  float error = x * x - a;
  if (error > 0.005f)
    reach_error();
  return 0;
}
