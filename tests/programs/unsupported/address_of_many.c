// SPDX-License-Identifier: Apache-2.0
// Where each object of one place lies has no meaning as a number yet: neither
// that the numbers differ nor what they are may be decided.
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  char *all[3];
  for (int i = 0; i < 3; i++)
    all[i] = malloc(4);
  if ((uintptr_t)all[0] % 64 == (uintptr_t)all[1] % 64)
    reach_error();
  return 0;
}
