// SPDX-License-Identifier: Apache-2.0
// The error needs three rounds of one loop and four of the next.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 0, b = 0;
  while (__VERIFIER_nondet_int())
    a++;
  while (__VERIFIER_nondet_int())
    b += a;
  if (a == 3 && b == 12)
    reach_error();
  return 0;
}
