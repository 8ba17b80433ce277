// SPDX-License-Identifier: Apache-2.0
// Rotating there and back is the identity.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
static unsigned left(unsigned x, unsigned n) {
  n &= 31;
  return n ? x << n | x >> (32 - n) : x;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint() & 31;
  if (left(left(x, n), 32 - n) != x)
    reach_error();
  return 0;
}
