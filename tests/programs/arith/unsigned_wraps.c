// SPDX-License-Identifier: Apache-2.0
// Adding one gives zero exactly at the largest value.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if ((x + 1 == 0) != (x == 0xffffffffu))
    reach_error();
  return 0;
}
