// SPDX-License-Identifier: Apache-2.0
// A loop in a loop, both bounded.
void reach_error(void);
int main(void) {
  int n = 0;
  for (int i = 0; i < 4; i++)
    for (int j = i; j < 4; j++)
      n++;
  if (n != 10)
    reach_error();
  return 0;
}
