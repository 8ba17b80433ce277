// SPDX-License-Identifier: Apache-2.0
// Sorting puts numbers in order and loses none; then one can be looked up.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
static int by_size(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}
int main(void) {
  int a[3], sum = 0;
  for (int i = 0; i < 3; i++) {
    a[i] = __VERIFIER_nondet_int() & 7;
    sum += a[i];
  }
  qsort(a, 3, sizeof *a, by_size);
  if (a[0] > a[1] || a[1] > a[2] || a[0] + a[1] + a[2] != sum)
    reach_error();
  int key = 5, *found = bsearch(&key, a, 3, sizeof *a, by_size);
  if (found ? *found != 5 : a[0] == 5 || a[1] == 5 || a[2] == 5)
    reach_error();
  return 0;
}
