// SPDX-License-Identifier: Apache-2.0
// An array of pointers in which all is kept.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *keep[3];
int main(void) {
  for (int i = 0; i < 3; i++)
    keep[i] = malloc(4);
  return 0;
}
