// SPDX-License-Identifier: Apache-2.0
// The only pointer to some memory is overwritten.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (__VERIFIER_nondet_int() == 5)
    p = malloc(sizeof *p);
  free(p);
  return 0;
}
