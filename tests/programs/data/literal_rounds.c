// SPDX-License-Identifier: Apache-2.0
// Each round of the loop has a compound literal of its own, which ends with it.
extern void reach_error(void);
int main(void) {
  int *p[3];
  for (int i = 0; i < 3; i++)
    p[i] = &(int){i};
  if (*p[0] == 2)
    reach_error();
  return 0;
}
