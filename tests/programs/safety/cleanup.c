// SPDX-License-Identifier: Apache-2.0
// All is freed on every way out.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  int *q = __VERIFIER_nondet_int() ? malloc(8) : 0;
  if (__VERIFIER_nondet_int()) {
    free(q);
    free(p);
    exit(1);
  }
  free(p);
  free(q);
  return 0;
}
