// SPDX-License-Identifier: Apache-2.0
// Memory is lost although an undefined function knows of other memory.
#include <stdlib.h>
extern void use(int *p);

int main(void) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  *p = *q = 1;
  use(p);
  free(p);
  q = 0;
  return 0;
}
