// SPDX-License-Identifier: Apache-2.0
// The number of rounds depends on an input with a small bound.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i, sum = 0;
  if (n > 10)
    return 0;
  for (i = 0; i < n; i++)
    sum += 2;
  if (sum != 2 * n || sum > 20)
    reach_error();
  return 0;
}
