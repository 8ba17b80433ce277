// SPDX-License-Identifier: Apache-2.0
// Nested conditional expressions, one of them as an effect.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), a = 0, b = 0;
  int sign = x < 0 ? -1 : x > 0 ? 1 : 0;
  x < 0 ? a++ : b++;
  if (sign == -1 ? a != 1 : b != 1)
    reach_error();
  int absent = x ?: 7;
  if (absent == 0)
    reach_error();
  return 0;
}
