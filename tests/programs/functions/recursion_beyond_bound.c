// SPDX-License-Identifier: Apache-2.0
// A recursion that may go deeper than the bound never gives true.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int down(int n) { return n <= 0 ? 0 : down(n - 1); }
int main(void) {
  if (down(__VERIFIER_nondet_int()) != 0)
    reach_error();
  return 0;
}
