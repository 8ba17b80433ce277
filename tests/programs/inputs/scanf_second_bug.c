// SPDX-License-Identifier: Apache-2.0
// The second one may be read, with all of its bits.
#include <stdio.h>
void reach_error(void);
int main(void) {
  int x = 5;
  long long y = 6;
  char c = 'c';
  int n = fscanf(stdin, "%d,%lld %c", &x, &y, &c);
  if (n == 2 && x == -7 && y == 0x123456789 && c == 'c')
    reach_error();
  if ((n < 1 && x != 5) || (n < 2 && y != 6) || (n < 3 && c != 'c'))
    reach_error();
  if (c == ' ' || c == '\n')
    reach_error();
  return 0;
}
