// SPDX-License-Identifier: Apache-2.0
// One jump leaves both loops.
void reach_error(void);
int main(void) {
  int i, j;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      if (i * 3 + j == 5)
        goto out;
out:
  if (i == 1 && j == 2)
    reach_error();
  return 0;
}
