// SPDX-License-Identifier: Apache-2.0
// An array of pointers in which all but one is kept.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *keep[3];
int main(void) {
  for (int i = 0; i < 4; i++)
    keep[i / 2] = malloc(4);
  return 0;
}
