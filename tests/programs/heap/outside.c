// SPDX-License-Identifier: Apache-2.0
// A write behind the end of an object changes no other: neither the assertion
// about it nor the one that needs it may be decided by that.
#include <stdlib.h>
void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int *a = malloc(4 * sizeof *a), *b = malloc(4 * sizeof *b);
  unsigned k = __VERIFIER_nondet_uint();
  for (int i = 0; i < 4; i++)
    b[i] = 0;
  a[k] = 1;
  for (int i = 0; i < 4; i++)
    if (b[i] != 0)
      reach_error();
  return 0;
}
