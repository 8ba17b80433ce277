// SPDX-License-Identifier: Apache-2.0
// Two objects of one site of allocation never overlap.
#include <stdlib.h>
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int *make(int value) {
  int *p = malloc(sizeof *p);
  *p = value;
  return p;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = make(x), *q = make(x);
  *p = 1;
  *q = 2;
  if (*p != 1 || p == q)
    reach_error();
  return 0;
}
