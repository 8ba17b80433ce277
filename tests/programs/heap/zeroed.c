// SPDX-License-Identifier: Apache-2.0
// What calloc returns is zero, also where its size is not known.
#include <stdlib.h>
void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000 + 1, k = __VERIFIER_nondet_uint();
  int *p = calloc(n, sizeof *p);
  if (k < n && p[k] != 0)
    reach_error();
  if (calloc(~0ul, ~0ul) != 0)
    reach_error();
  return 0;
}
