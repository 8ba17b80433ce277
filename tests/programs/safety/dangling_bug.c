// SPDX-License-Identifier: Apache-2.0
// The variable of a call that is over.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *keep;
void f(int n) {
  int x = n;
  keep = &x;
}
int main(void) {
  f(__VERIFIER_nondet_int());
  return *keep;
}
