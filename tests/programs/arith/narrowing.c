// SPDX-License-Identifier: Apache-2.0
// Storing into a short and reading it back loses the high bits.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  short s = (short)x;
  if (x > 0 && s < 0)
    reach_error();
  return 0;
}
