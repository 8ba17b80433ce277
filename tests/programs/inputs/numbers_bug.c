// SPDX-License-Identifier: Apache-2.0
// Each call has a result of its own, up to the ends of the range.
#include <stdio.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  if (rand() == RAND_MAX && rand() == 0 && getchar() == EOF && getchar() == 255)
    reach_error();
  return 0;
}
