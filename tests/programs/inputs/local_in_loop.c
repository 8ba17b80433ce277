// SPDX-License-Identifier: Apache-2.0
// A local of a loop's body is arbitrary again in each round.
void reach_error(void);
int main(void) {
  int first = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0)
      first = x;
    else if (x != first)
      reach_error();
  }
  return 0;
}
