// SPDX-License-Identifier: Apache-2.0
// Allocated memory is known once it was passed.
#include <stdlib.h>
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

int main(void) {
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  *b = 1;
  use(a);
  *a = 1;
  if (*a != 1 || *b != 1)
    reach_error();
  later();
  if (*b != 1)
    reach_error();
  return 0;
}
