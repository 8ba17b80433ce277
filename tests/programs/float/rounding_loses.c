// SPDX-License-Identifier: Apache-2.0
// Adding one changes nothing once the float is large.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  double z = __VERIFIER_nondet_double();
  if (x + 1.0f == x && x > 0 && x < 1e20f && z * z == 2.25 && z < 0)
    reach_error();
  return 0;
}
