// SPDX-License-Identifier: Apache-2.0
// One object, written, read and freed.
#include <stdlib.h>
void reach_error(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 3;
  if (*p != 3)
    reach_error();
  free(p);
  return 0;
}
