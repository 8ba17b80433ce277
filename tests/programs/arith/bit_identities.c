// SPDX-License-Identifier: Apache-2.0
// Identities that hold for all values.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (x + y != (x ^ y) + 2 * (x & y))
    reach_error();
  if (-x != ~x + 1)
    reach_error();
  if ((x | y) - (x & y) != (x ^ y))
    reach_error();
  return 0;
}
