// SPDX-License-Identifier: Apache-2.0
// The path that writes behind the end is left out, the others are not.
#include <stdlib.h>
void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int *a = malloc(4 * sizeof *a), *b = malloc(4 * sizeof *b);
  unsigned k = __VERIFIER_nondet_uint();
  b[0] = 0;
  a[k] = 1;
  if (a[3] == 1 && b[0] == 0 && k > 1)
    reach_error();
  return 0;
}
