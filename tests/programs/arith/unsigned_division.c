// SPDX-License-Identifier: Apache-2.0
// Quotient and remainder by a constant.
void reach_error(void);
unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_ushort();
  if (x / 10 * 10 + x % 10 != x || x % 10 > 9)
    reach_error();
  return 0;
}
