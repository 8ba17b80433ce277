// SPDX-License-Identifier: Apache-2.0
// The sum of the first n odd numbers is n * n, also where that wraps.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += 2 * i + 1;
  if (sum != n * n + (n == 5))
    reach_error();
  return 0;
}
