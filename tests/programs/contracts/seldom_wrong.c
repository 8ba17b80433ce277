// SPDX-License-Identifier: Apache-2.0
// What all observed calls do is not what all calls do.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
static unsigned copy(unsigned n) {
  if (n == 0)
    return 0;
  if ((n & 0xfffff) == 0xabcde)
    return 7;
  return copy(n - 1) + 1;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n >= 0xabcde && copy(n) != n)
    reach_error();
  return 0;
}
