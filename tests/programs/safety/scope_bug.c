// SPDX-License-Identifier: Apache-2.0
// The variable of a block that is over.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  return *p;
}
