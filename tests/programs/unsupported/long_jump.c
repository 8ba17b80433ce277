// SPDX-License-Identifier: Apache-2.0
// setjmp returns twice.
#include <setjmp.h>
void reach_error(void);
static jmp_buf place;
int main(void) {
  int rounds = 0;
  if (setjmp(place) == 0)
    rounds++;
  if (rounds != 1)
    reach_error();
  return 0;
}
