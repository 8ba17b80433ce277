// SPDX-License-Identifier: Apache-2.0
// Arguments by value, results through several levels.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int smaller(int a, int b) { return a < b ? a : b; }
static int clamp(int x, int low, int high) {
  if (x < low)
    return low;
  return smaller(x, high);
}
int main(void) {
  int x = __VERIFIER_nondet_int(), before = x;
  int y = clamp(x, -3, smaller(8, 5));
  if (y < -3 || y > 5 || x != before)
    reach_error();
  if (x >= -3 && x <= 5 && y != x)
    reach_error();
  return 0;
}
