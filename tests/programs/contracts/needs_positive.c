// SPDX-License-Identifier: Apache-2.0
// The error inside the function is avoided by all that call it.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int common(int a, int b) {
  if (a <= 0 || b <= 0)
    reach_error();
  if (a == b)
    return a;
  return a > b ? common(a - b, b) : common(a, b - a);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0 && b > 0)
    common(a, b);
  return 0;
}
