// SPDX-License-Identifier: Apache-2.0
// The caller reads only the lower half of what a recursive function returns.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned other(unsigned n);
unsigned one(unsigned n) { return n == 0 ? 1 : other(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (one(n) > 1)
    reach_error();
  return 0;
}
