// SPDX-License-Identifier: Apache-2.0
// A local that names memory is gone when the program returns.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  return 0;
}
