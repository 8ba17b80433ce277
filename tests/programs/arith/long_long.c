// SPDX-License-Identifier: Apache-2.0
// Sixty-four bits, also where registers have thirty-two.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned long long wide = x;
  wide = (wide << 32) | x;
  if ((unsigned)(wide >> 32) != x || (unsigned)wide != x)
    reach_error();
  if ((unsigned long long)x * 3 < x)
    reach_error();
  long long negative = -1;
  if (negative >> 63 != -1)
    reach_error();
  return 0;
}
