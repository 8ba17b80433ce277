// SPDX-License-Identifier: Apache-2.0
// Counts the bits of a word: each round clears the lowest one.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int count(unsigned x) {
  int n = 0;
  while (x) {
    x &= x - 1;
    n++;
  }
  return n;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int n = count(x);
  if (n < 0 || n > 31)
    reach_error();
  return 0;
}
