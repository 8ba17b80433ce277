// SPDX-License-Identifier: Apache-2.0
// A division by zero, after more rounds than are looked at.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = 1, parts = __VERIFIER_nondet_uint();
  for (int i = 0; i < 5000; i++)
    n = n * 3 + 1;
  n /= parts;
  if (parts == 0)
    reach_error();
  return 0;
}
