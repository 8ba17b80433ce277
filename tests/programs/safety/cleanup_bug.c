// SPDX-License-Identifier: Apache-2.0
// One way out forgets something that a global variable still names.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *q;
int main(void) {
  for (int i = 0; i < 3; i++) {
    q = malloc(8);
    if (i == 1 && __VERIFIER_nondet_int() == 7)
      exit(1);
    free(q);
  }
  return 0;
}
