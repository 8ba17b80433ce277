// SPDX-License-Identifier: Apache-2.0
// Memory that was freed is not another object's, even if that is newer.
#include <stdlib.h>
void reach_error(void);
int main(void) {
  int *old = 0, *now = 0;
  for (int i = 0; i < 2; i++) {
    old = now;
    now = malloc(sizeof *now);
    *now = i;
    if (old)
      free(old);
  }
  *old = 7;
  if (*now != 1)
    reach_error();
  return 0;
}
