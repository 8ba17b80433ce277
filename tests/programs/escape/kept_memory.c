// SPDX-License-Identifier: Apache-2.0
// An undefined function may keep a pointer to what the program does not free.
#include <stdlib.h>
extern void use(int *p);

int main(void) {
  int *p = malloc(sizeof *p);
  use(p);
  p = 0;
  return 0;
}
