// SPDX-License-Identifier: Apache-2.0
// The same memory under two names.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4), *q = malloc(4);
  if (__VERIFIER_nondet_int())
    q = p;
  free(p);
  free(q);
  return 0;
}
