// SPDX-License-Identifier: Apache-2.0
// Memory that a global variable names is not lost, nor is what a local names
// where the program exits; not even in the middle.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *keep;
void f(int n) {
  char *p = malloc(4);
  p++;
  if (n)
    exit(0);
  free(p - 1);
}
int main(void) {
  keep = malloc(8);
  f(__VERIFIER_nondet_int());
  return 0;
}
