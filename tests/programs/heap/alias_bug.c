// SPDX-License-Identifier: Apache-2.0
// The twin of no_alias: here the two may be one.
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
  int *p = make(x), *q = x == 7 ? p : make(x);
  *p = 1;
  *q = 2;
  if (*p != 1)
    reach_error();
  return 0;
}
