// SPDX-License-Identifier: Apache-2.0
// One of the calls inside does not avoid the error.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int common(int a, int b) {
  if (a <= 0 || b <= 0)
    reach_error();
  if (a == b)
    return a;
  return a > b ? common(a - b, b) : common(a, b - a - 1);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0 && b > 0)
    common(a, b);
  return 0;
}
