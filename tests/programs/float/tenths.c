// SPDX-License-Identifier: Apache-2.0
// What everybody learns about decimal fractions, in both formats.
extern void reach_error(void);
int main(void) {
  double sum = 0;
  float single = 0;
  for (int i = 0; i < 10; i++) {
    sum += 0.1;
    single += 0.1f;
  }
  if (sum == 1.0 || sum != 0.9999999999999999)
    reach_error();
  if (single == 1.0f || single != 1.00000012f)
    reach_error();
  if (0.1 + 0.2 == 0.3 || 0.1f + 0.2f != 0.3f)
    reach_error();
  return 0;
}
