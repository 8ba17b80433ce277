// SPDX-License-Identifier: Apache-2.0
// What one variable loses another one gains; that the sum is at least a third
// one's value is all that matters.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int left = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
  int taken = 0;
  if (wanted < 1 || left < wanted)
    return 0;
  while (taken < wanted) {
    taken++;
    left--;
  }
  if (left < 0)
    reach_error();
  return 0;
}
