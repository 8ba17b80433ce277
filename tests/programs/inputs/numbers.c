// SPDX-License-Identifier: Apache-2.0
// Functions of the C library whose result has a range.
#include <stdio.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  if (rand() < 0)
    reach_error();
  int c = getchar(), d = getc(stdin);
  if (c < EOF || c > 255 || d < -1 || d > 255)
    reach_error();
  long r = random();
  if (r < 0 || r > 0x7fffffffL)
    reach_error();
  return 0;
}
