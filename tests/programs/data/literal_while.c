// SPDX-License-Identifier: Apache-2.0
// A loop without braces is a block, too.
extern void reach_error(void);
int main(void) {
  int *p[3];
  int i = 0;
  while (i < 3)
    p[i] = &(int){i}, i++;
  if (*p[0] == 2)
    reach_error();
  return 0;
}
