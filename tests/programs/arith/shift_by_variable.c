// SPDX-License-Identifier: Apache-2.0
// A power of two for every amount below the width.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < 32);
  unsigned p = 1u << n;
  if (p == 0 || (p & (p - 1)) != 0)
    reach_error();
  return 0;
}
