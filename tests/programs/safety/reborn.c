// SPDX-License-Identifier: Apache-2.0
// A variable of a loop is another one in each round: the pointer is left over.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (p)
      *p = 1;
    p = &x;
  }
  return 0;
}
