// SPDX-License-Identifier: Apache-2.0
// An index that leaves a row, but not the matrix, leads to its memory.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3][4], n = __VERIFIER_nondet_int();
  int *row = a[1];
  if (n < -4 || n >= 8)
    return 0;
  row[n] = 1;
  return 0;
}
