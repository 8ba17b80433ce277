// SPDX-License-Identifier: Apache-2.0
// A float that was compared with bounds is an index after conversion.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  float at = __VERIFIER_nondet_float();
  if (at >= 0 && at < 8) {
    int i = (int)at;
    if (i < 0 || i > 7 || table[i] != i + 1)
      reach_error();
  }
  return 0;
}
