// SPDX-License-Identifier: Apache-2.0
// Pointers to locals that end before them.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void set(int *p, int n) { *p = n; }
static int twice(int n) {
  int x;
  set(&x, 2 * n);
  return x;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int y = 0, *p = &y;
    set(p, twice(i));
    sum += *p;
  }
  return sum;
}
