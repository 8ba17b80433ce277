// SPDX-License-Identifier: Apache-2.0
// What malloc returns holds anything.
#include <stdlib.h>
void reach_error(void);
int main(void) {
  unsigned *p = malloc(4 * sizeof *p);
  if (p[2] == 0)
    reach_error();
  return 0;
}
