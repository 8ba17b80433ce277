// SPDX-License-Identifier: Apache-2.0
// The one value for which x + 1 is not larger.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (!(x + 1 > x))
    reach_error();
  return 0;
}
