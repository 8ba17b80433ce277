// SPDX-License-Identifier: Apache-2.0
// What printf returns is determined, and not known: it is not anything.
#include <stdio.h>
void reach_error(void);
int main(void) {
  printf("no result is used here\n");
  int n = printf("%05d", -3);
  if (n != 5)
    reach_error();
  return 0;
}
