// SPDX-License-Identifier: Apache-2.0
// The square of a number that is not zero can be zero.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x != 0 && x * x == 0)
    reach_error();
  return 0;
}
