// SPDX-License-Identifier: Apache-2.0
// What scanf did not read stays as it was; blanks are skipped before %c.
#include <stdio.h>
void reach_error(void);
int main(void) {
  int x = 5;
  long long y = 6;
  char c = 'c';
  int n = fscanf(stdin, "%d,%lld %c", &x, &y, &c);
  if (n < -1 || n > 3)
    reach_error();
  if ((n < 1 && x != 5) || (n < 2 && y != 6) || (n < 3 && c != 'c'))
    reach_error();
  if (c == ' ' || c == '\n')
    reach_error();
  return 0;
}
