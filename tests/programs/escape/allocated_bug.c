// SPDX-License-Identifier: Apache-2.0
// Allocated memory is known once it was passed.
#include <stdlib.h>
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

int main(void) {
  int *a = malloc(sizeof *a);
  use(a);
  *a = 1;
  later();
  if (*a != 1)
    reach_error();
  return 0;
}
