// SPDX-License-Identifier: Apache-2.0
// Of several objects that one place allocates, only one is known.
#include <stdlib.h>
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

int main(void) {
  int *a[3];
  for (int k = 0; k < 3; k++) {
    a[k] = malloc(sizeof(int));
    *a[k] = k;
  }
  use(a[1]);
  later();
  if (*a[0] != 0)
    reach_error();
  return 0;
}
