// SPDX-License-Identifier: Apache-2.0
// scanf may put anything into its argument.
#include <stdio.h>
void reach_error(void);
int main(void) {
  int x = 5;
  scanf("%d", &x);
  if (x == 1234)
    reach_error();
  return 0;
}
