// SPDX-License-Identifier: Apache-2.0
// Five bits do not hold every number.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
struct small {
  unsigned low : 3;
  unsigned value : 5;
};
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  struct small s = {7, 0};
  s.value = x;
  if (s.value != x && s.low == 7)
    reach_error();
  return 0;
}
