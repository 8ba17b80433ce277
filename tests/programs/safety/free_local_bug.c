// SPDX-License-Identifier: Apache-2.0
// A variable is not allocated.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, *p = malloc(4), *q = p;
  if (__VERIFIER_nondet_int())
    q = &x;
  free(q);
  if (q != p)
    free(p);
  return 0;
}
