// SPDX-License-Identifier: Apache-2.0
// An array of structs as long as is asked for.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int() % 6 + 1;
  struct pair *p = malloc(n * sizeof *p);
  for (unsigned i = 0; i < n; i++)
    p[i].b = (int)i;
  free(p);
  return 0;
}
