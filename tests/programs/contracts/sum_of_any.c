// SPDX-License-Identifier: Apache-2.0
// However deep the calls go, units moved from one number to another are kept.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
static unsigned move(unsigned from, unsigned to) {
  if (from == 0)
    return to;
  return move(from - 1, to + 1);
}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (move(a, b) != a + b)
    reach_error();
  return 0;
}
