// SPDX-License-Identifier: Apache-2.0
// An array as long as an input says.
#include <stdlib.h>
void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct pair {
  short a;
  int b;
  char c;
};
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar(), k = __VERIFIER_nondet_uchar();
  struct pair *p = malloc(n * sizeof *p);
  if (k + 1 >= n)
    return 0;
  p[k].b = 1;
  p[k + 1].b = 2;
  p[k].c = 3;
  if (p[k].b != 1 || p[k + 1].b != 2 || p[k].c != 3)
    reach_error();
  return 0;
}
