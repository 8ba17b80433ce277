// SPDX-License-Identifier: Apache-2.0
// Floating-point arithmetic.
void reach_error(void);
int main(void) {
  double x = 0.5;
  if (x + x != 1.0)
    reach_error();
  return 0;
}
