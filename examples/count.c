// SPDX-License-Identifier: Apache-2.0
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() % 8, n = 0;
  while (n < x)
    n += 2;
  if (n > x + 1)
    reach_error();
  return 0;
}
