// SPDX-License-Identifier: Apache-2.0
// qsort of few elements.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
static int compare(const void *x, const void *y) {
  int a = *(const int *)x, b = *(const int *)y;
  return (a > b) - (a < b);
}
int main(void) {
  int a[4];
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_int();
  qsort(a, 4, sizeof a[0], compare);
  for (int i = 0; i + 1 < 4; i++)
    if (a[i] > a[i + 1])
      reach_error();
  return 0;
}
