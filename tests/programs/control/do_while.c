// SPDX-License-Identifier: Apache-2.0
// The body runs once before the condition is looked at.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int rounds = 0, n = __VERIFIER_nondet_int();
  do
    rounds++;
  while (n > 0 && rounds < 3);
  if (n <= 0 ? rounds != 1 : rounds != 3)
    reach_error();
  return 0;
}
