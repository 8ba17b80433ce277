// SPDX-License-Identifier: Apache-2.0
// Before the matrix.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3][4], n = __VERIFIER_nondet_int();
  int *row = a[1];
  if (n < -5 || n >= 8)
    return 0;
  row[n] = 1;
  return 0;
}
