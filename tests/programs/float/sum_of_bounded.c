// SPDX-License-Identifier: Apache-2.0
// Sums, products and quotients of bounded floats stay within bounds that hold
// in spite of rounding.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 1.0f && x <= 10.0f))
    return 0;
  float y = x + 1.0f;
  if (y < 2.0f || y > 11.0f)
    reach_error();
  if (y / 2.0f > 5.5f || y * 0.5f > 5.5f || y - x > 1.000001f)
    reach_error();
  return 0;
}
