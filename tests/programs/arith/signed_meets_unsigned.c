// SPDX-License-Identifier: Apache-2.0
// The usual arithmetic conversions turn -1 into the largest unsigned int.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned zero = 0;
  if (x < zero)
    reach_error();
  if (x < 0 && !(x > zero))
    reach_error();
  if ((1 ? -1 : zero) < zero + 5)
    reach_error();
  return 0;
}
