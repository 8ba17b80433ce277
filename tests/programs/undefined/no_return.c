// SPDX-License-Identifier: Apache-2.0
// The value of a function that may return none; unused it is fine.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  sign(0);
  int s = sign(x);
  if (x == 0 || s * s != 1)
    reach_error();
  return 0;
}
