// SPDX-License-Identifier: Apache-2.0
// A pointer that is null for one value.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, n = __VERIFIER_nondet_int();
  int *p = n == 42 ? 0 : &x;
  return *p;
}
