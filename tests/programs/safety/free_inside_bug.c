// SPDX-License-Identifier: Apache-2.0
// Not the start of the memory.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4);
  free(p + (__VERIFIER_nondet_int() == 3));
  return 0;
}
