// SPDX-License-Identifier: Apache-2.0
// Copying and setting memory of variable size; growing an object.
#include <stdlib.h>
#include <string.h>
void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 4;
  int *p = malloc(4 * sizeof *p), q[4] = {1, 2, 3, 4};
  memset(p, 0, 4 * sizeof *p);
  memset(p, 0xff, n * sizeof *p);
  if (n == 3 && (p[2] != -1 || p[3] != 0))
    reach_error();
  memmove(q + 1, q, n * sizeof *q);
  if (n == 3 && (q[0] != 1 || q[1] != 1 || q[2] != 2 || q[3] != 3))
    reach_error();
  p = realloc(p, 8 * sizeof *p);
  if (n == 3 && p[2] != -1)
    reach_error();
  p[7] = 1;
  free(p);
  return 0;
}
