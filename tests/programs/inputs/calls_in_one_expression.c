// SPDX-License-Identifier: Apache-2.0
// Nor in one expression, nor from one place in a loop.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int pick(void) { return __VERIFIER_nondet_int(); }
int main(void) {
  int low = 0, high = 0;
  for (int i = 0; i < 2; i++) {
    int x = pick();
    if (x < -1000)
      low++;
    if (x > 1000)
      high++;
  }
  if (low == 1 && high == 1 && pick() - pick() == 5)
    reach_error();
  return 0;
}
